"""Gives W_v the shape of W_q and W_k.

points: 1
finding: right-term
finding: size-in-place-of(W_v, d_attn, d_out)
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 3 * d_attn * d_in + d_hidden * d_out + d_hidden
