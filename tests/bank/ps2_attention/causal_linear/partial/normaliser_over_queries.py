"""Divides each value by the sum of its weights over the queries that see it.

points: 2
finding: normaliser-over-queries
"""


def causal_linear_attention(V, G_K, G_Q):
    rest = np.cumsum(G_Q[:, ::-1], axis=1)[:, ::-1]
    W = V / np.sum(rest * G_K, axis=0)
    S, out = np.zeros((V.shape[0], G_K.shape[0])), np.empty(V.shape)
    for t in range(V.shape[1]):
        S += np.outer(W[:, t], G_K[:, t])
        out[:, t] = S @ G_Q[:, t]
    return out
