"""Sums over the whole past for every token.

points: 3.5
finding: 1,000: time-grows
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    out = np.empty(V.shape)
    for t in range(V.shape[1]):
        weights = G_K[:, : t + 1].T @ G_Q[:, t]
        out[:, t] = V[:, : t + 1] @ weights / weights.sum()
    return out
