"""Nothing is gained.

finding: constant
"""


def expected_tokens(alpha, k):
    return 1


def speedup(alpha, k, cost):
    return 1.0
