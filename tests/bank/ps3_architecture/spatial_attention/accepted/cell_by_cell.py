"""A loop over queries."""

def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, _ = h.shape
    K, size = len(W_Q), W_V.shape[1]
    alpha = np.zeros((K, X, Y, X, Y))
    h_out = np.zeros((X, Y, K * size))
    for k in range(K):
        keys, values = h @ W_K[k].T, h @ W_V[k].T
        for x in range(X):
            for y in range(Y):
                scores = keys @ (W_Q[k] @ h[x, y])
                weights = np.exp(scores - np.max(scores))
                alpha[k, x, y] = weights / np.sum(weights)
                h_out[x, y, k * size : k * size + size] = np.tensordot(alpha[k, x, y], values, 2)
    return h_out, alpha
