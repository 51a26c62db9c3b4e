"""Takes the rule to be right for the projections.

points: 2.5
finding: gradient-of-x-not-computed
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 0,
        "products": 0,
        "softmax": -5 * seq_len**2,
        "feed_forward": seq_len * d_hidden,
        "loss": 5 * seq_len,
    }
