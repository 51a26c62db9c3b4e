"""Not a dict.

finding: choice-is-no-dict
"""

conclusion = "insensitive, vanish"
