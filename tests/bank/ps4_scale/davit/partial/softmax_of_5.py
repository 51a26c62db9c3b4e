"""Five operations for each score.

points: 2.25
finding: softmax-charged(5)
"""


def patch_attention_flops(n, d):
    return 4 * n**2 * d + 5 * n**2


def channel_attention_flops(n, d):
    return 4 * n * d**2 + 5 * d**2
