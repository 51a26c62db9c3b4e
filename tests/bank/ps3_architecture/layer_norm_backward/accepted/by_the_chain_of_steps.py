"""The gradient of each intermediate in turn, as frameworks store them; powers of the variance.
"""

def layer_norm_backward(dy, x, gamma, eps):
    d = x.shape[1]
    mu = x.sum(axis=1, keepdims=True) / d
    centred = x - mu
    variance = (centred * centred).sum(axis=1, keepdims=True) / d
    inverse = (variance + eps) ** -0.5
    dz = dy * gamma
    d_inverse = (dz * centred).sum(axis=1, keepdims=True)
    d_variance = d_inverse * -0.5 * (variance + eps) ** -1.5
    d_centred = dz * inverse + 2 / d * centred * d_variance
    dx = d_centred - d_centred.sum(axis=1, keepdims=True) / d
    return dx, (dy * centred * inverse).sum(axis=0), dy.sum(axis=0)
