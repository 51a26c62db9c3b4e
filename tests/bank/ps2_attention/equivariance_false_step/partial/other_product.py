"""Thinks that P Pᵀ = I is missing, which every orthogonal matrix has.

points: 1
finding: assumption: you have “d”
finding: PPᵀ = I is true of each permutation
"""

equivariance_false_step = {"line": "line 5", "assumption": "d"}
