"""By numpy, head by head."""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    shapes = np.array([(d_model, d_head)] * 3 * n_heads + [(d_model, d_model), (d_model, d_ff), (d_ff, d_model)])
    return 6 * n_layers * shapes.prod(axis=1).sum()
