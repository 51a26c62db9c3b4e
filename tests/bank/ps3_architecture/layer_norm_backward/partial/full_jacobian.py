"""The Jacobian of each token: too large where there are many features.

points: 2
finding: authored
"""

def layer_norm_backward(dy, x, gamma, eps):
    n, d = x.shape
    mu = x.mean(axis=1, keepdims=True)
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    z = (x - mu) / s
    dx = np.empty((n, d))
    for t in range(n):
        J = (np.eye(d) - 1 / d - np.outer(z[t], z[t]) / d) / s[t]
        dx[t] = (gamma * dy[t]) @ J
    return dx, (dy * z).sum(axis=0), dy.sum(axis=0)
