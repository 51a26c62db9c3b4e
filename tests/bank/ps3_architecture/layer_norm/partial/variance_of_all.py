"""The variance of all entries.

points: 1.5
finding: variance-of-all
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var() + eps) + beta
