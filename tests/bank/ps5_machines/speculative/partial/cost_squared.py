"""The cost comes in twice.

points: 1
finding: speedup: two drafts: array-wrong
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost**2 + 1)
