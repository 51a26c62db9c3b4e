"""All drafts or none.

points: 1.5
finding: all-or-nothing
"""


def expected_tokens(alpha, k):
    return 1 + k * alpha**k


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
