"""Subtracts the sum.

points: 1.5
finding: sum-subtracted
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - x.sum(axis=-1, keepdims=True)) / np.sqrt(variance + eps) + beta
