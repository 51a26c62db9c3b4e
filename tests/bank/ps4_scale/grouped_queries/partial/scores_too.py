"""Keeps scores.

points: 1
finding: scores-kept
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    one = n_layers * n_kv_heads * batch * bytes_per_value
    return one * (2 * d_head * n_tokens + n_tokens**2)
