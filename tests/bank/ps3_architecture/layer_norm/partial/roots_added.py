"""Adds the root of eps to the deviation.

points: 1.5
finding: roots-added
"""


def layer_norm(x, gamma, beta, eps):
    x = np.asarray(x, float)
    mu = x.mean(-1, keepdims=True)
    var = ((x - mu) ** 2).mean(-1, keepdims=True)
    return gamma * (x - mu) / (np.sqrt(var) + np.sqrt(eps)) + beta
