"""The limit of many drafts, where that is finite.

points: 1.5
finding: endless-draft
"""


def expected_tokens(alpha, k):
    return 1 / (1 - alpha) if alpha < 1 else float('inf')


def speedup(alpha, k, cost):
    return expected_tokens(alpha, k) / (k * cost + 1)
