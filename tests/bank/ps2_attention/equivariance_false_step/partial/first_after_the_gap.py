"""Blames the conclusion, which follows from the line before it.

points: 1
finding: line: you have “line 6”. Pᵀ and P stand on the two sides of KᵀQ
"""

equivariance_false_step = {"line": "line 6", "assumption": "c"}
