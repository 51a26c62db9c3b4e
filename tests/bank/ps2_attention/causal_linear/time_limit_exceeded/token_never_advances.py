"""Forgets to move on.

finding: not-in-time
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    t = 0
    out = np.zeros(V.shape)
    while t < V.shape[1]:
        out[:, t] = V[:, t]
    return out
