"""Forgets dyhat.

points: 2.5
finding: loss-twice-less-dyhat
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in,
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": seq_len * d_hidden,
        "loss": 6 * seq_len,
    }
