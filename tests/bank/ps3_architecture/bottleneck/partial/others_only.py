"""A token attends to L − 1 others, not to itself.

points: 2.5
finding: one-too-many
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult) * d_model + 1


bottleneck = {"short": "projections", "long": "scores and sums"}
