"""Without weighted sums, as in one's own count.

given: multi_head_flops/partial/no_weighted_sums.py
finding: authored
"""


def crossover_seq_len(d_model, ffn_mult):
    return 2 * (2 + ffn_mult) * d_model


bottleneck = {"short": "projections", "long": "scores and sums"}
