"""Six for each weight, as a printed solution has it (509,607,936 for GPT-2 small)."""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    return 6 * n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
