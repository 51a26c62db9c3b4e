"""Keeps queries.

points: 1
finding: queries-kept
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    one = n_layers * n_kv_heads * batch * bytes_per_value
    return 3 * one * d_head * n_tokens
