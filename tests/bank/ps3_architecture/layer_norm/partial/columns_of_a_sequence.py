"""Normalises the columns of each sequence, and one token by itself.

points: 0.5
finding: moments-of-columns
"""

import numpy as np


def layer_norm(x, gamma, beta, eps):
    axis = -1 if x.ndim == 1 else -2
    mu = x.mean(axis=axis, keepdims=True)
    return gamma * (x - mu) / np.sqrt(x.var(axis=axis, keepdims=True) + eps) + beta
