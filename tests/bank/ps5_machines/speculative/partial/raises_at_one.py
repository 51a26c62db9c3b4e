"""The closed form, which divides by zero at the end.

points: 1.75
finding: raised(ZeroDivisionError)
"""


def expected_tokens(alpha, k):
    return (1 - alpha ** (k + 1)) / (1 - alpha)


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
