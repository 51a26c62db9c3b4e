"""np.tril(G_K.T @ G_Q), its rows divided by their sums, in linear time.

points: 2
finding: axes-of-weights-exchanged
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    D, N = V.shape
    S, z = np.zeros((D, len(G_K))), np.zeros(len(G_K))
    total, out = np.empty(N), np.empty((D, N))
    for t in range(N):
        z += G_Q[:, t]
        total[t] = z @ G_K[:, t]
    for t in range(N - 1, -1, -1):
        S += np.outer(V[:, t] / total[t], G_K[:, t])
        out[:, t] = S @ G_Q[:, t]
    return out
