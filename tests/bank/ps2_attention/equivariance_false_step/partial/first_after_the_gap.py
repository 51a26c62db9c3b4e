"""Blames the conclusion, which follows from the line before it.

points: 1
finding: line: you have “line 6”. It says what line 5 says; does line 5 follow from line 4?
"""

equivariance_false_step = {"line": "line 6", "assumption": "c"}
