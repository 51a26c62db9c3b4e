"""Step by step."""


def quadratic_attention_flops(seq_len, d_v, r):
    weights = seq_len * seq_len
    return weights * 2 * r + weights + weights + d_v * seq_len * (2 * seq_len)
