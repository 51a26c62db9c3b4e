"""Counts each off-diagonal pair once.

points: 1
finding: pairs-counted-once
"""

import numpy as np

def jacobian_norm_squared(a):
    pairs = (np.sum(a**2) ** 2 - np.sum(a**4)) / 2
    return np.sum((a * (1 - a)) ** 2) + pairs
