"""Searches the first length, by one's own count without W_o.

given: multi_head_flops/partial/no_output_projection.py
finding: authored
"""

bottleneck = {"short": "projections", "long": "scores and sums"}


def crossover_seq_len(d_model, ffn_mult):
    n = 1
    while 4 * n * n * d_model < 6 * n * d_model**2 + 4 * ffn_mult * n * d_model**2:
        n += 1
    return n
