"""Moving heads, and a constant.

finding: short: comments
finding: D = 12 without a feed-forward block: numbers-differ
"""


def crossover_seq_len(d_model, ffn_mult):
    return 1024


bottleneck = {"short": "moving heads", "long": "moving heads"}
