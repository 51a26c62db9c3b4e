"""Leaves out the entry that is 0.

points: 2.5
finding: products: line-missing
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in,
        "softmax": -5 * seq_len**2,
        "feed_forward": seq_len * d_hidden,
        "loss": 5 * seq_len,
    }
