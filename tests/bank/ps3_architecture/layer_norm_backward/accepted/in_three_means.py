"""The formula with two means."""

def layer_norm_backward(dy, x, gamma, eps):
    mu = x.mean(axis=1, keepdims=True)
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    z = (x - mu) / s
    dz = dy * gamma
    dx = (dz - dz.mean(axis=1, keepdims=True) - z * (dz * z).mean(axis=1, keepdims=True)) / s
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
