"""Two operations for each score.

points: 2.25
finding: softmax-charged(2)
"""


def patch_attention_flops(n, d):
    return 4 * n**2 * d + 2 * n**2


def channel_attention_flops(n, d):
    return 4 * n * d**2 + 2 * d**2
