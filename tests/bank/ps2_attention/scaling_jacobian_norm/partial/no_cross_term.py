"""Squares each of the two matrices, without the cross term.

points: 1
finding: cross-term-missing
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum(a**2) + np.sum(a**2) ** 2
