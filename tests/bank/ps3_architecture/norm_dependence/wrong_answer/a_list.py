"""A list in place of a dict.

finding: expected a dict
"""

dependence = ["i", "iii"]
