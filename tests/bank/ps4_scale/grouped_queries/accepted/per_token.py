"""From what a token takes, in kilobytes that are made bytes again: a whole float."""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    per_token = 2 * n_layers * n_kv_heads * d_head * bytes_per_value / 1024
    return batch * n_tokens * per_token * 1024
