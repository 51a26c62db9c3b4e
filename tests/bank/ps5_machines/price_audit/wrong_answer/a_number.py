"""What is left, no dict.

points: 0
finding: not-expected
"""


def audit():
    return 0.0147370314
