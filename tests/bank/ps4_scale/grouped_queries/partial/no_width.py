"""Forgets the width.

points: 1
finding: size-missing(d_head)
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    one = n_layers * n_kv_heads * batch * bytes_per_value
    return 2 * one * n_tokens
