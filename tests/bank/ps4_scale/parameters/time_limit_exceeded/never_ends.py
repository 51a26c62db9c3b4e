"""Counts weights one at a time, and never stops.

finding: not-in-time
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    count = 0
    while count >= 0:
        count += 1
    return count
