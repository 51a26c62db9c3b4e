"""Takes the forward pass once.

points: 1.5
finding: forward-pass-once
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 0,
        "products": -2 * seq_len**2 * (d_attn + d_out),
        "softmax": -5 * seq_len**2,
        "feed_forward": -2 * seq_len * d_hidden * d_out - seq_len * d_hidden,
        "loss": 2 * seq_len,
    }
