"""Computes the scores again.

points: 0.75
finding: scores-again
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    stored = L + 3 * L * d_hidden + 4 * L * d_hidden * d_out + 4 * L * L * d_out + 5 * L * L + 4 * L * L * d_attn + 4 * L * d_attn * d_in + 2 * L * d_out * d_in
    recompute = 2 * L * L * d_attn
    return stored + recompute
