"""Scores of channels are taken to be symmetric, as in a covariance.

points: 2.25
finding: scores-once
"""


def patch_attention_flops(n, d):
    return 4 * n * n * d


def channel_attention_flops(n, d):
    scores = 2 * n * (d * (d + 1) // 2)
    sums = 2 * d * d * n
    return scores + sums
