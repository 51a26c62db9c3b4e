"""The Jacobian as two projections, never formed."""

def layer_norm_backward(dy, x, gamma, eps):
    d = x.shape[1]
    centred = x - np.einsum("nd->n", x)[:, None] / d
    s2 = np.einsum("nd,nd->n", centred, centred)[:, None] / d + eps
    v = dy * gamma
    v = v - v.mean(axis=1, keepdims=True)
    dx = (v - centred * np.einsum("nd,nd->n", v, centred)[:, None] / (d * s2)) / np.sqrt(s2)
    dgamma = np.einsum("nd,nd->d", dy, centred / np.sqrt(s2))
    return [dx, dgamma, np.ones(len(x)) @ dy]
