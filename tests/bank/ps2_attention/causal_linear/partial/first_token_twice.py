"""Begins with the first token in the state, and adds it again.

points: 2
finding: first-token-twice
"""


def causal_linear_attention(V, G_K, G_Q):
    S = np.outer(V[:, 0], G_K[:, 0])
    z = G_K[:, 0].copy()
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        S += np.outer(V[:, t], G_K[:, t])
        z += G_K[:, t]
        out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t])
    return out
