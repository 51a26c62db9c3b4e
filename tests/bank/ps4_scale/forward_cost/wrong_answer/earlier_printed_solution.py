"""An earlier version of it: 87,048,585,216 FLOPs, with one map in the block.

finding: earlier-calculation
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    heads = 3 * 2 * d_model * d_model * d_head * n_heads
    scores = 2 * d_head**3 * n_heads
    return n_layers * (heads + 2 * d_model**3 + scores + 2 * d_model * d_ff * d_model)


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    return dense_flops(n, d_model, n_heads, n_layers, d_ff)


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    return dense_flops(t, d_model, n_heads, n_layers, d_ff)
