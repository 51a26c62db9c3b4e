"""A softmax along the rows, then one along the columns.

points: 2
finding: two-softmaxes
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    Q, K, V = (np.einsum("xyj,kuj->kxyu", h, W) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kxyu,kabu->kxyab", Q, K)
    alpha = scores
    for axis in (3, 4):
        powers = np.exp(alpha - alpha.max(axis=axis, keepdims=True))
        alpha = powers / powers.sum(axis=axis, keepdims=True)
    h_out = np.einsum("kxyab,kabi->xyki", alpha, V).reshape(X, Y, -1)
    return h_out, alpha
