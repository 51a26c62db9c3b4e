"""With the square of the variance, as some textbooks write it."""

import numpy as np


def layer_norm_backward(dy, x, gamma, eps):
    d = x.shape[1]
    centred = x - x.mean(axis=1, keepdims=True)
    variance = np.mean(centred**2, axis=1, keepdims=True) + eps
    g = dy * gamma
    dx = (d * g - g.sum(axis=1, keepdims=True)) / (d * variance**0.5)
    dx -= variance**0.5 * centred * np.sum(g * centred, axis=1, keepdims=True) / (d * variance**2)
    return dx, np.sum(dy * centred / variance**0.5, axis=0), dy.sum(axis=0)
