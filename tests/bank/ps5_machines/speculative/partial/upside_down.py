"""Time for a token.

points: 1.5
finding: time-for-a-token
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return (k * cost + 1) / expected_tokens(alpha, k)
