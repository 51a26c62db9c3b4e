"""Divides by the root of the width of a cell.

points: 2
finding: divided-by-root-j
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    Q, K, V = (np.einsum("xyj,kuj->kxyu", h, W) for W in (W_Q, W_K, W_V))
    scores = np.einsum("kxyu,kabu->kxyab", Q, K)
    scores = scores / np.sqrt(J)
    powers = np.exp(scores - scores.max(axis=(3, 4), keepdims=True))
    alpha = powers / powers.sum(axis=(3, 4), keepdims=True)
    h_out = np.einsum("kxyab,kabi->xyki", alpha, V).reshape(X, Y, -1)
    return h_out, alpha
