"""All drafts are accepted always.

finding: ignores(alpha)
"""


def expected_tokens(alpha, k):
    return k + 1


def speedup(alpha, k, cost):
    return (k + 1) / (k * cost + 1)
