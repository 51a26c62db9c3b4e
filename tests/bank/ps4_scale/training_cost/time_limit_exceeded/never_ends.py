"""Counts up to the cost, past it, and on.

finding: not-in-time
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    count, weights = 1, n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    while count != 6 * weights:
        count += 2
    return count
