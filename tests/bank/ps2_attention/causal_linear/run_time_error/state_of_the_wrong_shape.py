"""Transposes the state.

finding: D_v = 2, R = 3, L = 5: raised(ValueError)
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    S = np.zeros((V.shape[0], G_K.shape[0]))
    z = np.zeros(G_K.shape[0])
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        S += np.outer(G_K[:, t], V[:, t])
        z += G_K[:, t]
        out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t])
    return out
