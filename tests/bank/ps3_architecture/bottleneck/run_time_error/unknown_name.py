"""Uses a name that it doesn't have.

finding: NameError
finding: you have “softmax”
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult) * D


bottleneck = {"short": "softmax", "long": "softmax"}
