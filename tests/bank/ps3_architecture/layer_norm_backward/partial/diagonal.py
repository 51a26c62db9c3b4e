"""The diagonal of the Jacobian.

points: 2
finding: diagonal-only
"""


def layer_norm_backward(dy, x, gamma, eps):
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    s = np.sqrt(variance + eps)
    z = (x - mean) / s
    v = dy * gamma
    dx = v * (1 - 1 / x.shape[1] - z**2 / x.shape[1]) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
