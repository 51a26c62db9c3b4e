"""A mask of all pairs of tokens.

points: 2.5
finding: too-much-memory
"""

import numpy as np


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    out = np.zeros((n, d))
    causal = np.tri(n, dtype=bool)
    for i in range(0, n, block):
        q = Q[i:i + block]
        rows = np.arange(i, i + len(q))
        m = np.full(len(q), -np.inf)
        l = np.zeros(len(q))
        o = np.zeros((len(q), d))
        for j in range(0, i + len(q), block):
            k, v = K[j:j + block], V[j:j + block]
            s = q @ k.T / np.sqrt(d)
            s = np.where(causal[i:i + len(q), j:j + len(k)], s, -np.inf)
            new = np.maximum(m, s.max(axis=1))
            p = np.exp(s - new[:, None])
            c = np.exp(m - new)
            l = l * c + p.sum(axis=1)
            o = o * c[:, None] + p @ v
            m = new
        out[i:i + block] = o / l[:, None]
    return out
