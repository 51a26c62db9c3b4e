"""A small number in the normaliser.

points: 3
finding: small-number-in-normaliser
"""

import numpy as np


def tiled_attention(Q, K, V, block):
    """Causal attention (n, d), computed in tiles of block × block scores."""
    n, d = Q.shape
    out = np.empty(V.shape)
    for i in range(0, n, block):
        q = Q[i : i + block] / np.sqrt(d)
        rows = len(q)
        m, total, o = np.full(rows, -np.inf), np.zeros(rows), np.zeros((rows, d))
        for j in range(0, i + rows, block):
            s = q @ K[j : j + block].T
            later = np.arange(i, i + rows)[:, None] < np.arange(j, j + s.shape[1])
            s[later] = -np.inf
            new = np.maximum(m, s.max(axis=1))
            p, c = np.exp(s - new[:, None]), np.exp(m - new)
            m, total, o = new, c * total + p.sum(axis=1), c[:, None] * o + p @ V[j : j + block]
        out[i : i + rows] = o / (total[:, None] + 1e-6)
    return out
