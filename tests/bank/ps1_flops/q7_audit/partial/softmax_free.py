"""Takes the softmax to be free in both directions.

points: 2.5
finding: softmax-free
"""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    return {
        "projections": 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in,
        "products": 0,
        "softmax": 0,
        "feed_forward": seq_len * d_hidden,
        "loss": 5 * seq_len,
    }
