"""The sum ends a term early; the speed-up follows.

points: 1.5
finding: k-terms
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
