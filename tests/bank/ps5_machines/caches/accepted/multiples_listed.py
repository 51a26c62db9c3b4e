"""A list of the layers that see all."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return (d_rope + d_latent) * n_layers * n * bytes_per_value


def kv(tokens, heads, width, each):
    """Bytes of keys and values of one layer."""
    return 2 * tokens * heads * width * each


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    sees_all = set(range(period, n_layers + 1, period))
    sizes = n_kv_heads, d_head, bytes_per_value
    short = n if n < window else window
    return sum(kv(n if k in sees_all else short, *sizes) for k in range(1, n_layers + 1))
