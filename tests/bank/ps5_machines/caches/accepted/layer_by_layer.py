"""Layer by layer."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    total = 0
    for _ in range(n_layers):
        total += n * d_latent * bytes_per_value
        total += n * d_rope * bytes_per_value
    return total


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    total = 0
    for layer in range(1, n_layers + 1):
        tokens = n if layer % period == 0 else min(window, n)
        keys = values = tokens * n_kv_heads * d_head
        total += (keys + values) * bytes_per_value
    return total
