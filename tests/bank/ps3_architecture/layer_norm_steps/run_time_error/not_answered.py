"""The stub.

finding: not answered yet
"""

raise NotImplementedError("Replace this line with your answer.")
