"""The sum begins with alpha and ends a term late.

points: 1.5
finding: size-too-many(alpha)
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(1, k + 2))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
