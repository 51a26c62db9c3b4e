"""The diagonal, and all pairs less the diagonal ones."""

import numpy as np

def jacobian_norm_squared(a):
    a = np.asarray(a, dtype=float)
    diagonal = np.sum((a * (1 - a)) ** 2)
    pairs = np.sum(a**2) ** 2 - np.sum(a**4)
    return float(diagonal + pairs)
