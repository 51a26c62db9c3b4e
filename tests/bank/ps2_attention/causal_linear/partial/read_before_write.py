"""Reads the state before the token is in it: the first output is 0/0.

points: 2
finding: state-read-before-written
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    S = np.zeros((V.shape[0], G_K.shape[0]))
    z = np.zeros(G_K.shape[0])
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t])
        S += np.outer(V[:, t], G_K[:, t])
        z += G_K[:, t]
    return out
