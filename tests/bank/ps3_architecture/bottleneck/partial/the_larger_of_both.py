"""Compares with the larger of the two others.

points: 2
finding: compared-with-each
"""


def crossover_seq_len(d_model, ffn_mult):
    return max(2, ffn_mult) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
