"""Another way to write a dict, and an entry too many."""

equivariance_false_step = dict(line="line 5", assumption="c", why="P.T @ S @ P is not S")
