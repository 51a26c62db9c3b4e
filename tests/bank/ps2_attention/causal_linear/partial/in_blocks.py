"""Forms every weight below the diagonal, in blocks of 512 by 512.

points: 3.5
finding: 1,000: time-grows
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    n, size = V.shape[1], 512
    values = np.vstack([V, np.ones(n)])
    keys = np.ascontiguousarray(G_K.T)
    out = np.empty((len(V) + 1, n))
    for t in range(0, n, size):
        block = slice(t, t + size)
        total = values[:, block] @ np.triu(keys[block] @ G_Q[:, block])
        for m in range(0, t, size):
            total = total + values[:, m : m + size] @ (keys[m : m + size] @ G_Q[:, block])
        out[:, block] = total
    return out[:-1] / out[-1]
