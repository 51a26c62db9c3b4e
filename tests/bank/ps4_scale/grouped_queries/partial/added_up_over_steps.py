"""Adds up the caches after each token.

points: 1
finding: added-up-over-steps
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    per_token = 2 * n_layers * n_kv_heads * d_head * bytes_per_value
    return batch * sum(per_token * t for t in range(1, n_tokens + 1))
