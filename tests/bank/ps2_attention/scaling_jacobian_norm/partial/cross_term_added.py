"""Adds the cross term of the square.

points: 1
finding: cross-term-sign
"""

import numpy as np


def jacobian_norm_squared(a):
    return a @ a + 2 * np.sum(a**3) + (a @ a) ** 2
