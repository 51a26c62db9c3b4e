"""Right but for the output projection, forgotten in N already.

given: parameters/partial/no_output_projection.py
finding: right-given
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (3 * d_model**2 + 2 * d_model * d_ff)
