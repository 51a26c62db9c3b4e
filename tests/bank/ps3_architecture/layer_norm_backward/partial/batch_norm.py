"""The backward pass of batch norm.

points: 1
finding: batch-norm
"""


def layer_norm_backward(dy, x, gamma, eps):
    mean, variance = x.mean(axis=0), x.var(axis=0)
    s = np.sqrt(variance + eps)
    z = (x - mean) / s
    v = dy * gamma
    dx = (v - v.mean(0) - z * (v * z).mean(0)) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
