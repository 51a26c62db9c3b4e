"""Forgets the gradients of the weights.

points: 2.5
finding: weights-cost-as-forward
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_in * (2 * d_attn + d_out),
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": seq_len * d_hidden,
        "loss": 5 * seq_len,
    }
