"""Assumes a decoder: a token looks only at itself and those before it.

points: 2
finding: causal-mask
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    pairs = seq_len * (seq_len + 1) // 2
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * pairs * (d_attn + d_out)
