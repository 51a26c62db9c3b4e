"""Forgets the layers.

points: 1
finding: size-missing(n_layers)
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return 2 * n_kv_heads * d_head * n_tokens * batch * bytes_per_value
