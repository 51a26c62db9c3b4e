"""Adds what the backward pass costs.

points: 1
finding: backward-as-well
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    forward = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * (o + 1) + 3 * L
    feed_forward = 4 * L * h * o + 3 * L * h + L
    attention = 4 * L**2 * (a + o) + 5 * L**2
    return forward + feed_forward + attention + 4 * L * a * i + 2 * L * o * i
