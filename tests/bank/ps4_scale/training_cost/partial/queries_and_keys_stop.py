"""Queries and keys pass no gradient on to their input.

points: 1.5
finding: attention-outer-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    queries_keys, values_output = 2 * d_model**2, 2 * d_model**2
    feed_forward = 2 * d_model * d_ff
    return n_layers * (4 * queries_keys + 6 * values_output + 6 * feed_forward)
