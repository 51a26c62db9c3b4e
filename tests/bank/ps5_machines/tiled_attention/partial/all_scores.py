"""The formula, with all scores at once.

points: 2.5
finding: too-much-memory
"""

import numpy as np


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    s = np.where(np.tri(n, dtype=bool), Q @ K.T / np.sqrt(d), -np.inf)
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return p @ V / p.sum(axis=1, keepdims=True)
