"""One FLOP for each weight in the optimiser.

points: 1.5
finding: optimiser-step
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    attention, block = 4 * d_model**2, 2 * d_model * d_ff
    return 7 * n_layers * (attention + block)
