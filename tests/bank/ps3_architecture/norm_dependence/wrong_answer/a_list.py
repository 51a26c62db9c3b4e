"""A list in place of a dict.

finding: choice-is-no-dict
"""

dependence = ["i", "iii"]
