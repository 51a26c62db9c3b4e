"""All of it, less what the windows drop."""


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return n_layers * bytes_per_value * n * d_latent + n_layers * bytes_per_value * n * d_rope


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    everything = n_layers * n
    dropped = (n_layers - int(n_layers / period)) * max(0, n - window)
    return (everything - dropped) * (n_kv_heads * d_head + n_kv_heads * d_head) * bytes_per_value
