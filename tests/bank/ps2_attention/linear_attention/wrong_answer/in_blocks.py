"""Forms every weight of the matrix, in blocks of 512 by 512, in single precision.

finding: 1,000: time-grows
"""

import numpy as np

def linear_attention(V, G_K, G_Q):
    n, size = V.shape[1], 512
    values = np.ones((len(V) + 1, n), np.float32)
    values[:-1] = V
    keys, queries = np.ascontiguousarray(G_K.T, np.float32), G_Q.astype(np.float32)
    out = np.zeros((len(V) + 1, n), np.float32)
    for t in range(0, n, size):
        for m in range(0, n, size):
            weights = keys[m : m + size] @ queries[:, t : t + size]
            out[:, t : t + size] += values[:, m : m + size] @ weights
    return out[:-1] / out[-1]
