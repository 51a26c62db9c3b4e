"""Both products at once."""


def attention_flops(n, d_k, d_v):
    return 2 * n * n * (d_k + d_v)
