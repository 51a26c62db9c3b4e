"""Charges the softmax: exponentials, sums and divisions.

points: 3
finding: softmax-charged(3)
finding: seq_len²: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out) + 3 * seq_len**2
