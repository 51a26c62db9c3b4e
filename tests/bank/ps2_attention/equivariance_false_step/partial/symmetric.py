"""Thinks that a symmetric P would cancel.

points: 1
finding: assumption: you have “a”. Pᵀ(KᵀQ)P = KᵀQ is the same as KᵀQP = PKᵀQ
"""

equivariance_false_step = {"line": "line 5", "assumption": "a"}
