"""Sets of one option each, other capitals."""

equivariance_false_step = {"line": {"Line 5"}, "assumption": {"C"}}
