"""Adds up layer by layer, keys and values each on their own."""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    total = 0
    for _ in range(n_layers):
        for _ in ("keys", "values"):
            total += batch * n_tokens * n_kv_heads * d_head * bytes_per_value
    return total
