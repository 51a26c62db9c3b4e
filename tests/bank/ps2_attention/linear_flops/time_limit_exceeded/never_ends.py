"""Counts for ever.

finding: not-in-time
"""


def linear_attention_flops(seq_len, d_v, r):
    flops = 0
    while flops >= 0:
        flops += r
    return flops
