"""Divides beta as well.

points: 1.5
finding: beta-divided
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (gamma * (x - mean) + beta) / np.sqrt(variance + eps)
