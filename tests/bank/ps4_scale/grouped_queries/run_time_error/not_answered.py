"""The stub, as it was released.

finding: not-answered
"""


def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    raise NotImplementedError("Replace this line with your answer.")
