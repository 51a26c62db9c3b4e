"""Running sums over the tokens for one feature after the other: a pass for each."""

def causal_linear_attention(V, G_K, G_Q):
    top = np.zeros(V.shape)
    bottom = np.zeros(V.shape[1])
    for k, q in zip(G_K, G_Q):
        top += np.cumsum(V * k, axis=1) * q
        bottom += np.cumsum(k) * q
    return top / bottom
