"""Returns a numpy float without a fraction."""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return np.float64(seq_len) * d_hidden * d_out * 2 + np.float64(4) * seq_len * d_hidden / 2
