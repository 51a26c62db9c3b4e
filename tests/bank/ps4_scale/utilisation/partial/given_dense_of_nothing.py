"""What follows from an answer of nothing is worth nothing.

given: forward_cost/partial/dense_of_nothing.py
points: 1.5
finding: constant(0)
"""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return 0


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    weights = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
    flops = batch * (2 * weights + 4 * n_layers * t * d_model)
    numbers = weights + 2 * n_layers * t * d_model * batch
    return flops / (bytes_per_value * numbers)
