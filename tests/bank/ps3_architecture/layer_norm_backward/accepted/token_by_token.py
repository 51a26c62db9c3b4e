"""A loop over tokens."""

def layer_norm_backward(dy, x, gamma, eps):
    dx, dgamma, dbeta = np.zeros(x.shape), np.zeros(len(gamma)), np.zeros(len(gamma))
    for t, token in enumerate(x):
        d = len(token)
        centred = token - token.sum() / d
        s = (centred @ centred / d + eps) ** 0.5
        z = centred / s
        dz = gamma * dy[t]
        dx[t] = (d * dz - dz.sum() - z * (dz @ z)) / (d * s)
        dgamma += dy[t] * z
        dbeta += dy[t]
    return dx, dgamma, dbeta
