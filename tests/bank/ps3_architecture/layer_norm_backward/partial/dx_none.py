"""Leaves the gradient of x open; the others are there.

points: 2
finding: not-expected
"""

import numpy as np


def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    return None, np.sum(dy * (x - x.mean(axis=1, keepdims=True)) / s, axis=0), dy.sum(axis=0)
