"""Counts numbers.

points: 1.5
finding: numbers-not-bytes
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return 2 * n_layers * n_kv_heads * d_head * n_tokens * batch
