"""Four operations for each score.

points: 2.25
finding: softmax-charged(4)
"""


def patch_attention_flops(n, d):
    return 4 * n**2 * d + 4 * n**2


def channel_attention_flops(n, d):
    return 4 * n * d**2 + 4 * d**2
