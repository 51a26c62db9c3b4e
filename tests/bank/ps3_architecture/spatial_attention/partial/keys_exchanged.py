"""x and y of the keys are exchanged in alpha.

points: 2
finding: alpha-x2-y2-exchanged
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    Q, K, V = (np.einsum("xyj,kuj->kxyu", h, W) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kxyu,kabu->kxyab", Q, K)
    powers = np.exp(scores - scores.max(axis=(3, 4), keepdims=True))
    alpha = powers / powers.sum(axis=(3, 4), keepdims=True)
    h_out = np.einsum("kxyab,kabi->xyki", alpha, V).reshape(X, Y, -1)
    return h_out, alpha.swapaxes(3, 4)
