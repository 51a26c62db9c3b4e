"""Queries and keys are projected.

points: 2
finding: two-projections
"""


def crossover_seq_len(d_model, ffn_mult):
    return (1 + ffn_mult) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
