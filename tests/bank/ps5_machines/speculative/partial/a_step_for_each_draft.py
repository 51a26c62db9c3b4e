"""A draft takes as long as a step.

points: 1.5
finding: draft-costs-a-step
"""


def expected_tokens(alpha, k):
    return sum(alpha**i for i in range(k + 1))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k + 1)
