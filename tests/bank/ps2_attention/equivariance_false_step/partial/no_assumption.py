"""Names the line only.

points: 1
finding: assumption: no such entry in the answer
"""

equivariance_false_step = {"line": "line 5"}
