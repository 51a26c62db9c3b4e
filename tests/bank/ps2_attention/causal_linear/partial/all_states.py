"""A loop that keeps the states of all tokens: linear in time, and a state that grows with L.

points: 3.5
finding: 32: too-much-memory
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    (D, N), R = V.shape, len(G_K)
    states, sums = np.zeros((N + 1, D, R)), np.zeros((N + 1, R))
    out = np.zeros((D, N))
    for t in range(N):
        states[t + 1] = states[t] + np.outer(V[:, t], G_K[:, t])
        sums[t + 1] = sums[t] + G_K[:, t]
        out[:, t] = states[t + 1] @ G_Q[:, t] / (sums[t + 1] @ G_Q[:, t])
    return out
