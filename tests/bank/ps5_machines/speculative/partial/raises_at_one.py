"""The closed form, which divides by zero at the end.

points: 1.9
finding: all accepted: raised
"""


def expected_tokens(alpha, k):
    return (1 - alpha ** (k + 1)) / (1 - alpha)


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
