"""Takes keys for queries.

points: 2
finding: keys-and-queries-exchanged
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    S = np.zeros((V.shape[0], G_K.shape[0]))
    z = np.zeros(G_K.shape[0])
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        S += np.outer(V[:, t], G_Q[:, t])
        z += G_Q[:, t]
        out[:, t] = S @ G_K[:, t] / (z @ G_K[:, t])
    return out
