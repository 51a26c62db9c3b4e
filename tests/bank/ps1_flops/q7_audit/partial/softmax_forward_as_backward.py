"""The softmax costs as much forward as backward.

points: 1.6
finding: softmax-or-sign
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    return {
        "projections": 2 * L * d_in * (2 * d_attn + d_out),
        "products": 0,
        "softmax": 2 * (5 * L * L) - 5 * L * L,
        "feed_forward": L * d_hidden,
        "loss": 5 * L,
    }
