"""The stub.

points: 0
finding: not answered yet
"""

raise NotImplementedError("Replace this line with your answer.")
