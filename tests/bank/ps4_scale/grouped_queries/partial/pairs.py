"""An entry for each pair of tokens.

points: 1
finding: size-too-many(n_tokens)
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    return 2 * n_layers * n_kv_heads * d_head * n_tokens * batch * n_tokens * bytes_per_value
