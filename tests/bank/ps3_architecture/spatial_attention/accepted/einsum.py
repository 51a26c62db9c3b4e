"""Einsum over the grid."""

def spatial_self_attention(h, W_Q, W_K, W_V):
    q, key, v = (np.einsum("kuj,xyj->kxyu", W, h) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kabu,kxyu->kabxy", q, key)
    scores = scores - scores.max(axis=(3, 4), keepdims=True)
    alpha = np.exp(scores)
    alpha = alpha / alpha.sum(axis=(3, 4), keepdims=True)
    out = np.einsum("kabxy,kxyi->abki", alpha, v)
    return out.reshape(*h.shape[:2], -1), alpha
