"""The stub.

finding: the answer cell: authored
"""

raise NotImplementedError("Replace this line with your answer.")
