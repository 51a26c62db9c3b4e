"""Counts every single operation, for far too large a number.

finding: not-in-time
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    for _ in range(10**12 * seq_len):
        flops += 1
    return flops
