"""W_qᵀ W_k as one matrix.

points: 1
finding: wq-wk-first
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return d_in**2 + d_out * d_in + d_hidden * d_out + d_hidden
