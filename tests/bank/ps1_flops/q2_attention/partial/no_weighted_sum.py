"""Stops at the attention weights.

points: 3
finding: missing(the weighted sums)
finding: seq_len²·d_out: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * d_attn
