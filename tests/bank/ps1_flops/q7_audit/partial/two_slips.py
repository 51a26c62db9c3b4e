"""The column times a row costs 2 per entry, and the loss 2L.

points: 1.75
finding: dh-costs-one
finding: loss-or-dyhat-miscounted
"""

def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    ahead = {
        "projections": 2 * L * d_in * (2 * d_attn + d_out),
        "products": 2 * L**2 * d_attn + 2 * L**2 * d_out,
        "softmax": 0,
        "feed_forward": 2 * L * d_out * d_hidden + 2 * L * d_hidden,
        "loss": 2 * L,
    }
    back = {
        "projections": 4 * L * d_attn * d_in + 2 * L * d_out * d_in,
        "products": 4 * L**2 * d_out + 4 * L**2 * d_attn,
        "softmax": 4 * L**2 + L**2,
        "feed_forward": 2 * L * d_hidden + 2 * L * d_hidden + 4 * L * d_hidden * d_out,
        "loss": L,
    }
    return {step: 2 * ahead[step] - back[step] for step in ahead}
