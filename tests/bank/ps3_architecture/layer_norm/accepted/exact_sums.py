"""Exact sums of Python's floats; calls itself for more axes."""

import math

import numpy as np


def layer_norm(x, gamma, beta, eps):
    x = np.asarray(x, dtype=float)
    if x.ndim > 1:
        return np.stack([layer_norm(part, gamma, beta, eps) for part in x])
    values = x.tolist()
    d = len(values)
    mean = math.fsum(values) / d
    away = [value - mean for value in values]
    sigma2 = math.fsum(a * a for a in away) / d
    root = math.sqrt(sigma2 + eps)
    z = np.array([a / root for a in away])
    return gamma * z + beta
