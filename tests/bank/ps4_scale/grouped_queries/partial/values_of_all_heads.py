"""Keys are shared, values are kept for each query head.

points: 1
finding: keys-or-values-of-all-heads
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    vectors = n_kv_heads + n_heads
    return n_layers * vectors * d_head * n_tokens * batch * bytes_per_value
