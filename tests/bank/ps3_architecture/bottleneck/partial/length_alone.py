"""Answers the length alone; the line of the dict is still open.

points: 2
finding: choice-is-no-dict
"""


def crossover_seq_len(d_model, ffn_mult):
    return (2 + ffn_mult) * d_model


...
