"""One patch asks.

points: 2.25
finding: one-patch
"""


def patch_attention_flops(n, d):
    return 4 * n * d


def channel_attention_flops(n, d):
    return 4 * n * d**2
