"""Numbers, of the keys.

points: 1
finding: numbers-of-keys-only
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return n_layers * n_kv_heads * d_head * n_tokens * batch
