"""Counts token by token."""


def linear_attention_flops(seq_len, d_v, r):
    flops = 0
    for _ in range(seq_len):
        flops += 2 * d_v * r + r
    for _ in range(seq_len):
        flops += 2 * d_v * r + 2 * r + d_v
    return flops
