"""Each product by itself."""


def attention_flops(n, d_k, d_v):
    scores = n * n * (2 * d_k)
    weighted_sums = n * d_v * (2 * n)
    return scores + weighted_sums
