"""Blocks of four tokens: the state is carried over, the normaliser isn't.

points: 2
finding: normaliser-of-block
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    D, N = V.shape
    S = np.zeros((D, G_K.shape[0]))
    out = np.empty((D, N))
    step = 4
    for a in range(0, N, step):
        z = np.zeros(G_K.shape[0])
        for t in range(a, min(a + step, N)):
            S += np.outer(V[:, t], G_K[:, t])
            z += G_K[:, t]
            out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t])
    return out
