"""Not a dict.

finding: expected a dict, not the str
"""

conclusion = "insensitive, vanish"
