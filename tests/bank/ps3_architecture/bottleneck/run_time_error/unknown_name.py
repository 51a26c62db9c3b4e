"""Uses a name that it doesn't have.

finding: raised(NameError)
finding: short: chose
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult) * D


bottleneck = {"short": "softmax", "long": "softmax"}
