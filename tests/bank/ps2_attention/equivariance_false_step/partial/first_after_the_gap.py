"""Blames the conclusion, which follows from the line before it.

points: 1
finding: line: comments
"""

equivariance_false_step = {"line": "line 6", "assumption": "c"}
