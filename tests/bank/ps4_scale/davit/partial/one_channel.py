"""One channel asks.

points: 2.25
finding: one-channel
"""


def patch_attention_flops(n, d):
    return 4 * n**2 * d


def channel_attention_flops(n, d):
    return 4 * n * d
