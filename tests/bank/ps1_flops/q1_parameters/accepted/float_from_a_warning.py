"""Divides, warns on the way, and returns a whole float."""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    np.log(np.zeros(1))  # RuntimeWarning: divide by zero
    return 4 * d_attn * d_in / 2 + d_out * d_in + d_hidden * d_out + d_hidden
