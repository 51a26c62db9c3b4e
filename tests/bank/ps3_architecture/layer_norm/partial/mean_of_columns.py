"""The mean of each column.

points: 1.5
finding: mean-of-columns
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - x.mean(axis=0)) / np.sqrt(variance + eps) + beta
