"""Counts the feed-forward block twice.

points: 2
finding: feed-forward-twice
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + 2 * ffn_mult) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
