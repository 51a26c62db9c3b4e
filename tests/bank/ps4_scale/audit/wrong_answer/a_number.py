"""Returns the corrected value alone.

finding: expected a dict
"""


def audit():
    return 207_618_048
