"""Divides x by its spread.

points: 1.5
finding: mean-not-subtracted
"""

def layer_norm(x, gamma, beta, eps):
    return gamma * x / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
