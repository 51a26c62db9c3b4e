"""The two have changed places.

finding: patch_attention_flops: in short: d and n have changed places
"""

def patch_attention_flops(n, d):
    return 4 * d**2 * n


def channel_attention_flops(n, d):
    return 4 * d * n**2
