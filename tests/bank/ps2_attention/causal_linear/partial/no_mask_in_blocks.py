"""Block by block, and within a block no mask hides the future.

points: 2
finding: future-in-block
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    out = np.empty(V.shape)
    S = np.zeros((V.shape[0], G_K.shape[0]))
    z = np.zeros(G_K.shape[0])
    for start in range(0, V.shape[1], 16):
        block = slice(start, start + 16)
        S = S + V[:, block] @ G_K[:, block].T
        z = z + G_K[:, block].sum(axis=1)
        out[:, block] = S @ G_Q[:, block] / (z @ G_Q[:, block])
    return out
