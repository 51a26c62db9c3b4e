"""A float without a fraction."""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return float(seq_len) * d_out
