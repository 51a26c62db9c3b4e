"""One formula, factored."""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return (2 * d_attn + d_out) * d_in + d_hidden * (d_out + 1)
