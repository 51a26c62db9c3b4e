"""The check takes no time.

points: 1.5
finding: verification-forgotten
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost) if k else 1
