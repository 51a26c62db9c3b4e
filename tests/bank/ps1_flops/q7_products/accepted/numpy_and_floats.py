"""Sums numpy floats."""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden

    sizes = np.array([h * o, h * o, h, h, L * o, L * o, L * a, L * a, a * i, a * i, o * i], dtype=float)
    return 2.0 * L * sizes.sum()
