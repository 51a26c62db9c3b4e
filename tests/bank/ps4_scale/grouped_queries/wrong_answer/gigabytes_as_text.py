"""Returns text.

finding: a small model: not-expected
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return f"{2 * n_layers * n_kv_heads * d_head * n_tokens * batch * bytes_per_value / 1e9} GB"
