"""A float without a fraction."""


def linear_attention_flops(seq_len, d_v, r):
    return seq_len * (4.0 * d_v * r + 3 * r + d_v)
