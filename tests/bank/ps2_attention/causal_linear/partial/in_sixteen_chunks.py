"""Sixteen chunks, however long the text is: in each, all pairs of tokens are looked at.

points: 3.5
finding: 1,000: time-grows
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q, chunks=16, row=256):
    n = V.shape[1]
    out, values = np.empty(V.shape), np.vstack([V, np.ones(n)])
    size, state = -(-n // chunks), np.zeros((len(values), len(G_K)))
    for a in range(0, n, size):
        b = min(a + size, n)
        for i in range(a, b, row):
            j = min(i + row, b)
            weights = G_K[:, a:j].T @ G_Q[:, i:j]
            weights[i - a :] = np.triu(weights[i - a :])
            total = state @ G_Q[:, i:j] + values[:, a:j] @ weights
            out[:, i:j] = total[:-1] / total[-1]
        state += values[:, a:b] @ G_K[:, a:b].T
    return out
