"""Squares each of the two matrices, without the cross term.

points: 1
finding: the cross term of the square, −2 Σ a³, is missing
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum(a**2) + np.sum(a**2) ** 2
