"""First the maximum and the sum of each query, then the values."""

import numpy as np


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out = np.zeros((n, d))

    def tile(i, j):
        s = Q[i : i + block] @ K[j : j + block].T / np.sqrt(d)
        later = np.arange(j, j + s.shape[1]) > np.arange(i, i + s.shape[0])[:, None]
        return np.where(later, -np.inf, s)

    for i in range(0, n, block):
        starts = range(0, i + 1, block)
        largest = np.max([tile(i, j).max(axis=1) for j in starts], axis=0)[:, None]
        total = sum(np.exp(tile(i, j) - largest).sum(axis=1) for j in starts)[:, None]
        for j in starts:
            out[i : i + block] += np.exp(tile(i, j) - largest) / total @ V[j : j + block]
    return out
