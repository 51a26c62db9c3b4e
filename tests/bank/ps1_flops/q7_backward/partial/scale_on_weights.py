"""An honest other way: dW_q and dW_k are divided by √d_attn.

points: 0.75
finding: scale-on-dwq-and-dwk
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    feed_forward = 4 * L * h * o + 3 * L * h + L
    attention = 4 * L**2 * (a + o) + 4 * L**2 + 2 * a * i
    projections = 4 * L * a * i + 2 * L * o * i
    return feed_forward + attention + projections
