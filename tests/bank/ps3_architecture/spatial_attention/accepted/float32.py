"""In single precision."""

def spatial_self_attention(h, W_Q, W_K, W_V):
    q, key, v = (np.einsum("kuj,xyj->kxyu", W, h) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kabu,kxyu->kabxy", q, key)
    scores -= scores.max(axis=(3, 4), keepdims=True)
    alpha = np.exp(scores).astype(np.float32)
    alpha /= alpha.sum(axis=(3, 4), keepdims=True)
    out = np.einsum("kabxy,kxyi->abki", alpha, v.astype(np.float32))
    return out.reshape(*h.shape[:2], -1), alpha
