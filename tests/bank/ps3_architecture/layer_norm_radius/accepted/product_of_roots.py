"""Three factors under one root, multiplied by numpy."""

import numpy as np


def layer_norm_radius(gamma, variance, d, eps):
    factors = np.sqrt(np.array([np.square(float(gamma)), d, variance / np.add(variance, eps)]))
    return np.multiply.reduce(factors)
