"""The nbgrader side: reading hand-ins, examining them, grading a class, feedback."""
