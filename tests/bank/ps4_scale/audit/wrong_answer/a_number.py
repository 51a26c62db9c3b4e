"""Returns the corrected number alone.

finding: not-expected
"""


def audit():
    return 207_618_048
