"""A loop over heads, on the flattened grid."""

def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    flat = h.reshape(-1, J)
    outs, alphas = [], []
    for w_q, w_k, w_v in zip(W_Q, W_K, W_V):
        s = (flat @ w_q.T) @ (flat @ w_k.T).T
        a = np.exp(s - s.max(axis=1)[:, None])
        a /= a.sum(axis=1)[:, None]
        outs.append(a @ (flat @ w_v.T))
        alphas.append(a.reshape(X, Y, X, Y))
    return np.concatenate(outs, axis=1).reshape(X, Y, -1), np.stack(alphas)
