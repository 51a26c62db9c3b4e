"""Shifts before it scales.

points: 1.5
finding: gamma-scales-beta
"""

def layer_norm(x, gamma, beta, eps):
    z = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)
    return gamma * (z + beta)
