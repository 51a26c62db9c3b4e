"""Two Python loops over tokens: one writes the state, one reads it."""

import numpy as np

def linear_attention(V, G_K, G_Q):
    D, N = V.shape
    state = np.zeros((D, len(G_K)))
    total = np.zeros(len(G_K))
    for m in range(N):
        state += np.outer(V[:, m], G_K[:, m])
        total += G_K[:, m]
    out = np.empty((D, N))
    for n in range(N):
        out[:, n] = state @ G_Q[:, n] / (total @ G_Q[:, n])
    return out
