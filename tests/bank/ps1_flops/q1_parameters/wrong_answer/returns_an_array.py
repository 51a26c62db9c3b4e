"""Returns one count per array instead of their sum.

finding: no-number
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return np.array([d_attn * d_in, d_attn * d_in, d_out * d_in, d_hidden * d_out, d_hidden])
