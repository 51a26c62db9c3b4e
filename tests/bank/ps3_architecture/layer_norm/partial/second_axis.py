"""Axis 1 for the features.

points: 2.5
finding: features-second-axis
"""

def layer_norm(x, gamma, beta, eps):
    axis = 1 if x.ndim > 1 else 0
    mu = x.mean(axis=axis, keepdims=True)
    return gamma * (x - mu) / np.sqrt(x.var(axis=axis, keepdims=True) + eps) + beta
