"""The cell as it is handed out.

finding: the answer cell: authored
"""

raise NotImplementedError("Write your answer here.")
