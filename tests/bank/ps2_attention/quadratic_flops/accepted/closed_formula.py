"""The formula."""


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * (r + 1 + d_v)
