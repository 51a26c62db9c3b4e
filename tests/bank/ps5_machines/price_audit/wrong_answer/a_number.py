"""What is left, no dict.

finding: not-expected
"""


def audit():
    return 0.0147370314
