"""Bands in each direction, put together with kron; sums over lines."""

import numpy as np


def band(n, r):
    return np.triu(np.tril(np.ones((n, n)), r), -r)


def local_mask(h, w, r):
    return np.kron(band(h, r), band(w, r)).astype(bool)


def axial_mask(h, w):
    rows = np.kron(np.eye(h), np.ones((w, w)))
    columns = np.kron(np.ones((h, h)), np.eye(w))
    return rows + columns > 0


def local_pairs(h, w, r):
    def pairs(n):
        return sum(min(n - 1, i + r) - max(0, i - r) + 1 for i in range(n))

    return pairs(h) * pairs(w)


def axial_pairs(h, w):
    n = h * w
    return n * h + n * w - n
