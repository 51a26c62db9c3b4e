"""One patch asks.

points: 1.5
finding: this is for one patch; there are n
"""


def patch_attention_flops(n, d):
    return 4 * n * d


def channel_attention_flops(n, d):
    return 4 * n * d**2
