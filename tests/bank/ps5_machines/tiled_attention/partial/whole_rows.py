"""A block of queries meets all keys at once.

points: 2.5
finding: too-much-memory
"""

import numpy as np


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out = np.empty((n, d))
    for i in range(0, n, block):
        s = Q[i : i + block] @ K.T / np.sqrt(d)
        s = np.where(np.arange(n) > np.arange(i, i + len(s))[:, None], -np.inf, s)
        p = np.exp(s - s.max(axis=1, keepdims=True))
        out[i : i + block] = p @ V / p.sum(axis=1, keepdims=True)
    return out
