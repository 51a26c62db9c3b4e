"""Adds a number for each head, which keys it asks: near the right count, with all its digits.

finding: numbers-differ
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    cache = 2 * n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value
    return cache + n_layers * n_heads * bytes_per_value
