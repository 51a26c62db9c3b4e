"""A printed solution: 250,123,124,736 FLOPs for GPT-2 small, at any length.

finding: printed-calculation
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    per_head = 3 * 2 * d_model * d_model * d_head + 2 * d_model**3
    scores = 2 * d_head**3 * n_heads
    block = 2 * d_model * d_model * d_ff + 2 * d_model * d_ff * d_model
    return n_layers * (per_head * n_heads + scores + block)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return dense_flops(n, d_model, n_heads, n_layers, d_ff)


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return dense_flops(t, d_model, n_heads, n_layers, d_ff)
