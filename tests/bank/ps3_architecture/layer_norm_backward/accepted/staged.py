"""Through the variance and the mean, one after the other."""

def layer_norm_backward(dy, x, gamma, eps):
    n, d = x.shape
    mu = np.mean(x, axis=1, keepdims=True)
    centred = x - mu
    variance = np.mean(centred**2, axis=1, keepdims=True)
    inverse = 1 / np.sqrt(variance + eps)
    z = centred * inverse
    dz = dy * gamma
    dvariance = np.sum(dz * centred, axis=1, keepdims=True) * -0.5 * inverse**3
    dmu = -np.sum(dz * inverse, axis=1, keepdims=True)
    dmu = dmu - 2 * dvariance * np.mean(centred, axis=1, keepdims=True)
    dx = dz * inverse + dvariance * 2 * centred / d + dmu / d
    return dx, np.sum(dy * z, axis=0), np.sum(dy, axis=0)
