"""The derivative of a layer with one mean and one variance for all tokens.

points: 1
finding: moments-of-all
"""

def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var() + eps)
    z = (x - x.mean()) / s
    dz = dy * gamma
    dx = (dz - dz.mean() - z * (dz * z).mean()) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
