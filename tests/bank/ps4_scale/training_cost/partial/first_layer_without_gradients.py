"""No gradients of inputs in the first layer.

points: 1.5
finding: first-layer-without-gradient
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return (6 * n_layers - 2) * (attention + block)
