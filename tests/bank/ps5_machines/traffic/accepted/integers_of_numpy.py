"""Numpy's integers, and a maximum of an array."""

import numpy as np


def naive_traffic(n, d):
    return np.sum(np.array([n * d] * 4 + [n * n] * 4, dtype=np.int64))


def tiled_traffic(n, d, block):
    starts = np.arange(0, n, block)
    return np.int64(2 * n * d + n) + np.sum(np.full(len(starts), 2 * n * d, dtype=np.int64))


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return np.array([flops / peak_flops, n_bytes / bandwidth]).max()
