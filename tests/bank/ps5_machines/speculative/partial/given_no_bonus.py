"""Only drafts are counted.

points: 1.5
finding: bonus-forgotten
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(1, k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
