"""Waits for costs that are never equal.

finding: not-in-time
"""

bottleneck = {"short": "softmax", "long": "softmax"}


def crossover_seq_len(d_model, ffn_mult):
    n = 1
    while 4 * n * n * d_model != 8 * n * d_model**2 + 1:
        n += 1
    return n
