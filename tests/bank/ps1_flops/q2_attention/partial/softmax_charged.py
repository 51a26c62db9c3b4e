"""Charges the softmax: exponentials, sums and divisions.

points: 3
finding: 3 operations for each score are charged for the softmax
finding: seq_len²: you have 3, expected 0: by that convention
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out) + 3 * seq_len**2
