"""Three products for each map."""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    maps = [(d_model, d_model)] * 4 + [(d_model, d_ff), (d_ff, d_model)]
    forward = sum(2 * 1 * j * k for j, k in maps)
    gradient_of_weights = sum(2 * j * 1 * k for j, k in maps)
    gradient_of_input = sum(2 * 1 * k * j for j, k in maps)
    return n_layers * (forward + gradient_of_weights + gradient_of_input)
