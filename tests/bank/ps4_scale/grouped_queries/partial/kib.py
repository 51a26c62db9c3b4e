"""In KiB.

points: 1.5
finding: kib
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    one = n_layers * n_kv_heads * batch * bytes_per_value
    return 2 * one * d_head * n_tokens // 1024
