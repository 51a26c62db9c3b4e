"""Divides by the number of tokens seen.

points: 2
finding: divided-by-tokens-seen
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    S = np.zeros((V.shape[0], G_K.shape[0]))
    z = np.zeros(G_K.shape[0])
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        S += np.outer(V[:, t], G_K[:, t])
        out[:, t] = S @ G_Q[:, t] / (t + 1)
    return out
