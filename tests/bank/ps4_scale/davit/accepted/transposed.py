"""The second is the first for the transposed image."""

def patch_attention_flops(n, d):
    pairs = n * n
    return pairs * (2 * d) + pairs * (2 * d)


def channel_attention_flops(n, d):
    return patch_attention_flops(d, n)
