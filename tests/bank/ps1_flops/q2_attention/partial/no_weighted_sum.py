"""Stops at the attention weights.

points: 3
finding: the weighted sums — missing
finding: seq_len²·d_out: you have 0, expected 2
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * d_attn
