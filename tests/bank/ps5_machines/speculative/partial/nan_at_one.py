"""The closed form, which is 0/0 at the end.

points: 1.75
finding: division-by-zero
"""


def expected_tokens(alpha, k):
    return (1 - alpha ** (k + 1)) / (1 - alpha) if alpha < 1 else float('nan')


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
