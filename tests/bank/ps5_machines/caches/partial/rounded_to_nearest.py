"""Layers that keep all, rounded to the nearest number.

points: 2.25
finding: rounded-up
"""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return n * n_layers * (d_latent + d_rope) * bytes_per_value


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    full = round(n_layers / period)
    local = n_layers - full
    tokens = full * n + local * min(n, window)
    return 2 * tokens * n_kv_heads * d_head * bytes_per_value
