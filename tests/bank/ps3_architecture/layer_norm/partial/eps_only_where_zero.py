"""Adds eps only where the variance is 0.

points: 2.25
finding: eps-only-where-zero
"""


def layer_norm(x, gamma, beta, eps):
    x = np.asarray(x, float)
    mu = x.mean(-1, keepdims=True)
    var = ((x - mu) ** 2).mean(-1, keepdims=True)
    return gamma * (x - mu) / np.sqrt(np.where(var == 0, eps, var)) + beta
