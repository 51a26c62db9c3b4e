"""In numpy."""

import numpy as np


def allreduce_bytes(n_bytes, n_devices):
    return np.full(2 * (n_devices - 1), n_bytes / n_devices).sum()


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    return np.float64(allreduce_bytes(2 * n_params, n_devices)) * peak_flops / (4 * n_params * link)


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    shapes = d_head * np.array([n_heads, n_kv_heads, n_kv_heads, n_heads])
    flops = 2.0 * d_model * (shapes.sum() + 3 * d_ff) / n_devices
    return 2 * allreduce_bytes(2.0 * d_model, n_devices) * peak_flops / (link * flops)
