"""Sums all squares a_i² a_j², those with i = j too, beside the diagonal.

points: 1
finding: diagonal-of-outer-product-again
"""

import numpy as np


def jacobian_norm_squared(a):
    return np.sum((a * (1 - a)) ** 2) + np.sum(a**2) ** 2
