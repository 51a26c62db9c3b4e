"""Computes the queries and uses them as keys.

points: 3
finding: missing(the queries or the keys)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_in * (d_attn + d_out) + 2 * seq_len**2 * (d_attn + d_out)
