"""Multiplies coefficients with monomials, in numpy."""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    monomials = np.array([L * a * i, L * o * i, L * L * a, L * L * o, L * h * o, L * h, L])
    return np.array([4, 2, 2, 2, 2, 2, 3]) @ monomials
