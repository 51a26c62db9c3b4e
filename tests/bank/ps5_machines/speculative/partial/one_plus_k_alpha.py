"""As if each draft were looked at; and one token more.

points: 1.5
finding: one-plus-k-alpha
"""


def expected_tokens(alpha, k):
    return 1 + k * alpha


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
