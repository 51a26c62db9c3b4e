"""Moving heads, and a constant.

finding: short: comments
finding: numbers-differ
"""


def crossover_seq_len(d_model, ffn_mult):
    return 1024


bottleneck = {"short": "moving heads", "long": "moving heads"}
