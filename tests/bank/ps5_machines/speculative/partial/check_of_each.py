"""The check takes a step for each token.

points: 1.5
finding: check-costs-k-steps
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + k + 1)
