"""Charges √d_attn operations for the scale: no polynomial.

finding: no-polynomial
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    scale = int(np.ceil(np.sqrt(d_attn)))
    return 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out) + scale
