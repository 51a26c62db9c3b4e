"""Lets no cell look at itself.

points: 2
finding: attends-to-itself-again
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    q, key, v = (np.einsum("kuj,nj->knu", W, h.reshape(-1, J)) for W in (W_Q, W_K, W_V))
    scores = q @ key.transpose(0, 2, 1)
    scores[:, np.arange(X * Y), np.arange(X * Y)] = -np.inf
    alpha = np.exp(scores - scores.max(axis=2, keepdims=True))
    alpha = alpha / alpha.sum(axis=2, keepdims=True)
    out = (alpha @ v).transpose(1, 0, 2)
    return out.reshape(X, Y, -1), alpha.reshape(-1, X, Y, X, Y)
