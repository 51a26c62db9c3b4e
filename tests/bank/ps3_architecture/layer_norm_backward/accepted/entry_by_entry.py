"""Loops over entries, sums formed once for each token."""

def layer_norm_backward(dy, x, gamma, eps):
    n, d = x.shape
    dx, dgamma, dbeta = np.empty((n, d)), np.zeros(d), np.zeros(d)
    for t in range(n):
        mu = sum(x[t]) / d
        s = np.sqrt(sum((x[t] - mu) ** 2) / d + eps)
        a = sum(gamma * dy[t]) / d
        b = sum(gamma * dy[t] * (x[t] - mu)) / s / d
        for j in range(d):
            z = (x[t, j] - mu) / s
            dx[t, j] = (gamma[j] * dy[t, j] - a - z * b) / s
            dgamma[j] += dy[t, j] * z
            dbeta[j] += dy[t, j]
    return dx, dgamma, dbeta
