"""All drafts cost what one does.

points: 1.5
finding: one-draft-token
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (cost + 1)
