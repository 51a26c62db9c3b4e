"""Names the line only.

points: 1
finding: assumption: entry-missing
"""

equivariance_false_step = {"line": "line 5"}
