"""Sums in place of both means.

points: 2
finding: both-parts-are-sums
"""


def layer_norm_backward(dy, x, gamma, eps):
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    s = np.sqrt(variance + eps)
    z = (x - mean) / s
    v = dy * gamma
    dx = (v - v.sum(1, keepdims=True) - z * (v * z).sum(1, keepdims=True)) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
