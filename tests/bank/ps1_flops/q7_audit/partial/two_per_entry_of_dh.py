"""Charges the rank-one product twice.

points: 2.5
finding: dh-costs-one
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in,
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": 0,
        "loss": 5 * seq_len,
    }
