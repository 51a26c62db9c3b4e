"""Centres, and divides by the root mean square of x.

points: 1.5
finding: root-mean-square
"""

def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mu) / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps) + beta
