"""Sizes of arrays that are never filled."""

import numpy as np


def size(*shape):
    return int(np.prod(shape, dtype=object))


def naive_traffic(n, d):
    q = k = v = o = size(n, d)
    s = p = size(n, n)
    return (q + k + s) + (s + p) + (p + v + o)


def tiled_traffic(n, d, block):
    per_block = size(block, d) + 2 * size(n, d) + size(block, d) + size(block)
    return n // block * per_block


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return float(np.maximum(flops / peak_flops, n_bytes / bandwidth))
