"""Counts one of W_q and W_k, and forgets w_2.

points: 1
finding: one of the two (W_q, W_k) — missing; and w_2 — missing
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_attn * d_in + d_out * d_in + d_hidden * d_out
