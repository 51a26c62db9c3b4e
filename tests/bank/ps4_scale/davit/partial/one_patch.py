"""One patch asks.

points: 1.5
finding: one-patch
"""


def patch_attention_flops(n, d):
    return 4 * n * d


def channel_attention_flops(n, d):
    return 4 * n * d**2
