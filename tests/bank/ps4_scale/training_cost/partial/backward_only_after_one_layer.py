"""Four for each weight, where the weights were counted for one layer.

Given that count, two of the named mistakes lead to one formula.

given: parameters/partial/one_layer.py
points: 1
finding: two-products
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 4 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
