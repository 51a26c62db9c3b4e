"""Only the product with W_o.

points: 2
finding: one-projection
"""


def crossover_seq_len(d_model, ffn_mult):
    return (0.5 + ffn_mult) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
