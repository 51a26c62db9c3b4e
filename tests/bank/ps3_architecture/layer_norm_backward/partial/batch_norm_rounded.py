"""The backward pass of batch norm, multiplied by 1/σ in the place of divided: it is rounded otherwise.

points: 1
finding: dx: batch-norm
finding: batch-norm
"""


def layer_norm_backward(dy, x, gamma, eps):
    xc = x - x.mean(axis=0)
    inv = 1 / np.sqrt((xc**2).mean(axis=0) + eps)
    z = xc * inv
    g = dy * gamma
    dx = inv * (g - g.mean(0) - z * (g * z).mean(0))
    return dx, (dy * z).sum(0), dy.sum(0)
