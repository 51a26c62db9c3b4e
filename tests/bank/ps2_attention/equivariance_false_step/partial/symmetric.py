"""Thinks that a symmetric P would cancel.

points: 1
finding: assumption: you have “a”. Then the scores are PKᵀQP
"""

equivariance_false_step = {"line": "line 5", "assumption": "a"}
