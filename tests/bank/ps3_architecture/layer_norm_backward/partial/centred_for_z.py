"""x − μ in place of z.

points: 2
finding: deviation-in-place-of-z
"""


def layer_norm_backward(dy, x, gamma, eps):
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    s = np.sqrt(variance + eps)
    z = (x - mean) / s
    v = dy * gamma
    dx = (v - v.mean(1, keepdims=True) - (x - mean) * (v * (x - mean)).mean(1, keepdims=True)) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
