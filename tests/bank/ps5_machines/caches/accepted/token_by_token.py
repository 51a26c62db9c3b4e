"""Every token of every layer."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return sum(
        d_latent * bytes_per_value + d_rope * bytes_per_value
        for layer in range(n_layers)
        for token in range(n)
    )


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    kept = 0
    for layer in range(n_layers):
        sees_all = (layer + 1) % period == 0
        for token in range(n):
            kept += sees_all or n - token <= window
    return kept * 2 * n_kv_heads * d_head * bytes_per_value
