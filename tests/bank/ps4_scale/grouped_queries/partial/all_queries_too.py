"""Keeps the queries of all heads.

points: 1
finding: queries-kept
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    vectors = 2 * n_kv_heads + n_heads
    return n_layers * vectors * d_head * n_tokens * batch * bytes_per_value
