"""Gives the values d_attn entries.

points: 2
finding: size-in-place-of(d_attn, d_out, True)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 6 * seq_len * d_attn * d_in + 4 * seq_len**2 * d_attn
