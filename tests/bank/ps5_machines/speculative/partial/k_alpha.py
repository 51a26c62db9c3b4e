"""As if each draft were looked at.

points: 1.5
finding: k-alpha
"""


def expected_tokens(alpha, k):
    return k * alpha


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
