"""The forward pass and twice that."""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    forward = 0
    for _ in range(n_layers):
        forward += 2 * (4 * d_model * d_model + d_model * d_ff + d_ff * d_model)
    backward = 2 * forward
    return forward + backward
