"""dy in the part through the mean.

points: 2
finding: mean-part-without-gamma
"""


def layer_norm_backward(dy, x, gamma, eps):
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    s = np.sqrt(variance + eps)
    z = (x - mean) / s
    v = dy * gamma
    dx = (v - dy.mean(1, keepdims=True) - z * (v * z).mean(1, keepdims=True)) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
