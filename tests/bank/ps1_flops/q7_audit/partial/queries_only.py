"""Forgets the keys.

points: 2.5
finding: keys-or-queries-forgotten
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 2 * seq_len * d_in * (d_attn + d_out),
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": seq_len * d_hidden,
        "loss": 5 * seq_len,
    }
