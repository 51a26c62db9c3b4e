"""Forgets that queries, keys and values are computed for every token.

points: 2
finding: projections-of-one-token
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 4 * d_attn * d_in + 2 * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
