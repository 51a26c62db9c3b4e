"""Keeps keys and values for each query head: nothing is shared.

points: 0.5
finding: query-heads-counted
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return 2 * n_layers * n_heads * d_head * n_tokens * batch * bytes_per_value
