"""Takes eps for the least variance.

points: 2.25
finding: eps-as-floor
"""


def layer_norm(x, gamma, beta, eps):
    mu = x.mean(-1, keepdims=True)
    var = ((x - mu) ** 2).mean(-1, keepdims=True)
    return gamma * (x - mu) / np.sqrt(np.maximum(var, eps)) + beta
