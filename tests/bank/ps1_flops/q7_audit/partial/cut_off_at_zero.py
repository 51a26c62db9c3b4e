"""Cuts off what is below 0.

points: 2.5
finding: softmax: softmax-free
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    excess = dict(projections=4 * L * d_in * d_attn + 2 * L * d_in * d_out, products=0, softmax=-5 * L * L)
    excess |= dict(feed_forward=L * d_hidden, loss=5 * L)

    return {step: max(0, value) for step, value in excess.items()}
