"""The products of the feed-forward block are L D · fD, not twice that.

points: 2
finding: feed-forward-without-two
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult / 4) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
