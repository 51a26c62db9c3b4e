"""Normalises columns.

points: 0.5
finding: moments-of-columns
"""

def layer_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps) + beta
