"""Takes n for the side of the image.

points: 1.5
finding: n-is-a-side
"""


def patch_attention_flops(n, d):
    return 4 * n**4 * d
def channel_attention_flops(n, d):
    return 4 * n**2 * d**2
