"""The right gradient of a norm whose variance is divided by d - 1.

points: 3
finding: variance-by-d-minus-1
"""


def layer_norm_backward(dy, x, gamma, eps):
    d = x.shape[1]
    c = x - x.mean(1, keepdims=True)
    s = np.sqrt(x.var(1, ddof=1, keepdims=True) + eps)
    z = c / s
    g = dy * gamma
    dx = (g - g.mean(1, keepdims=True) - z * (g * z).sum(1, keepdims=True) / (d - 1)) / s
    return dx, (dy * z).sum(0), dy.sum(0)
