"""Waits until the cache is full, which it never is.

finding: not-in-time
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    filled, size = 0, 2 * n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value
    while filled < size:
        filled += 0
    return filled
