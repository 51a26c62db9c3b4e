"""Products of all sizes.

finding: numbers-differ
"""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return n + n_layers + d_latent + d_rope + bytes_per_value


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    return n * n_layers * period * window * n_kv_heads * d_head * bytes_per_value
