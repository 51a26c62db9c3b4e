"""Thinks that a symmetric P would cancel.

points: 1
finding: assumption: chose
"""

equivariance_false_step = {"line": "line 5", "assumption": "a"}
