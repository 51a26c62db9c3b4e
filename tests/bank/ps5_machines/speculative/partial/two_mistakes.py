"""The sum ends early, and drafting takes no time.

points: 1
finding: k-terms
finding: draft-is-free
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k)
