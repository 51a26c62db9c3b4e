"""Returns one head.

points: 0.75
finding: first-head-only
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    Q, K, V = (np.einsum("xyj,kuj->kxyu", h, W) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kxyu,kabu->kxyab", Q, K)
    powers = np.exp(scores - scores.max(axis=(3, 4), keepdims=True))
    alpha = powers / powers.sum(axis=(3, 4), keepdims=True)
    h_out = np.einsum("kxyab,kabi->xyki", alpha, V).reshape(X, Y, -1)
    return h_out[:, :, : W_V.shape[1]], alpha[:1]
