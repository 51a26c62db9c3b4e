"""The variance of each column.

points: 1.5
finding: variance-of-columns
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=0) + eps) + beta
