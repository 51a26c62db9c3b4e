"""Numpy's integers."""

import numpy as np


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    return np.prod([n, n_layers, d_latent + d_rope, bytes_per_value])


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    layers = np.arange(1, n_layers + 1)
    tokens = np.where(layers % period == 0, n, np.minimum(n, window))
    return 2 * tokens.sum() * n_kv_heads * d_head * bytes_per_value
