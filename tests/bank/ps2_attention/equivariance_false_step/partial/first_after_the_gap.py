"""Blames the conclusion, which follows from the line before it.

points: 1
finding: line: you have “line 6”. It puts line 5 into line 4; does line 5 follow from line 3?
"""

equivariance_false_step = {"line": "line 6", "assumption": "c"}
