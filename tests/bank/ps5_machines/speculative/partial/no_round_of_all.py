"""The mean leaves out that all drafts are accepted.

points: 1.5
finding: all-accepted-left-out
"""


def expected_tokens(alpha, k):
    return sum((i + 1) * alpha**i * (1 - alpha) for i in range(k))


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
