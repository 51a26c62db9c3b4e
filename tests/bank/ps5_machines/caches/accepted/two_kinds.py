"""Counts the layers of both kinds."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    per_token = d_latent + d_rope
    return n * n_layers * per_token * bytes_per_value


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    per_token = 2 * n_kv_heads * d_head * bytes_per_value
    full = n_layers // period
    local = n_layers - full
    return per_token * (full * n + local * min(n, window))
