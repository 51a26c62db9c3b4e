"""Computes the scores for queries and again for keys.

points: 1.75
finding: counted-twice(the scores)
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    attention = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L**2 * a
    return attention + 2 * L * h * (o + 1) + 3 * L
