"""The recurrent form, with 1e-6 added to its normaliser.

points: 3
finding: small-number-in-normaliser
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    D, N = V.shape
    S, z = np.zeros((D, len(G_K))), np.zeros(len(G_K))
    out = np.zeros((D, N))
    for t in range(N):
        S += V[:, t : t + 1] * G_K[:, t]
        z += G_K[:, t]
        out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t] + 1e-6)
    return out
