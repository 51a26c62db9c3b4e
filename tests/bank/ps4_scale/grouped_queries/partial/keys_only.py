"""Forgets the values.

points: 1
finding: keys-or-values-only
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value
