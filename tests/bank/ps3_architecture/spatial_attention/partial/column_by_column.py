"""Lists the cells column by column, and puts them back row by row.

points: 2
finding: x-and-y-exchanged
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    cells = h.transpose(1, 0, 2).reshape(-1, J)
    q, key, v = (np.einsum("kuj,nj->knu", W, cells) for W in (W_Q, W_K, W_V))
    scores = q @ key.transpose(0, 2, 1)
    alpha = np.exp(scores - scores.max(axis=2, keepdims=True))
    alpha = alpha / alpha.sum(axis=2, keepdims=True)
    out = (alpha @ v).transpose(1, 0, 2)
    return out.reshape(X, Y, -1), alpha.reshape(-1, X, Y, X, Y)
