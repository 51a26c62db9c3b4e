"""With assertions, and divmod."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    assert min(n, n_layers, d_latent, d_rope) >= 0
    return int(n) * int(n_layers) * int(d_latent + d_rope) * int(bytes_per_value)


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    assert period >= 1 and window >= 1
    groups, rest = divmod(n_layers, period)
    in_group = (period - 1) * min(n, window) + n
    tokens = groups * in_group + rest * min(n, window)
    return tokens * 2 * n_kv_heads * d_head * bytes_per_value
