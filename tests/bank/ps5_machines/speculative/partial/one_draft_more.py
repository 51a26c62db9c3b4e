"""A draft more than there is.

points: 1.5
finding: k-plus-one-drafts
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / ((k + 1) * cost + 1)
