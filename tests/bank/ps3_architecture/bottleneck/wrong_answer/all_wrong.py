"""Moving heads, and a constant.

finding: Copies are free (P5)
finding: you have
"""


def crossover_seq_len(d_model, ffn_mult):
    return 1024


bottleneck = {"short": "moving heads", "long": "moving heads"}
