"""The softmax is dear.

points: 2.5
finding: short: comments
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult) * d_model


bottleneck = {"short": "softmax", "long": "scores and sums"}
