"""Thinks that P Pᵀ = I is missing, which every orthogonal matrix has.

points: 1
finding: assumption: chose
finding: assumption: comments
"""

equivariance_false_step = {"line": "line 5", "assumption": "d"}
