"""Counts one of W_q and W_k, and forgets w_2.

points: 1
finding: missing(W_q or W_k)
finding: missing(w_2)
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_attn * d_in + d_out * d_in + d_hidden * d_out
