"""Floats without a fraction, through kilobytes."""

import math


def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    kilobytes = n_layers * (d_latent + d_rope) * bytes_per_value / 1024
    return float(kilobytes * n * 1024)


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    full = math.floor(n_layers / period)
    if n <= window:
        full = n_layers
    bits = 16.0 * n_kv_heads * d_head * bytes_per_value
    return bits * (full * n + (n_layers - full) * window) / 8
