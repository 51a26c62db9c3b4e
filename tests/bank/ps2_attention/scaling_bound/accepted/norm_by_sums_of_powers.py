"""The largest value, by the sums of 2.2: for tiny eps rounding is all that is left of it."""

import numpy as np


def jacobian_norm_bound(n, eps):
    a = np.array([1 - eps, eps])
    s2 = np.sum(a**2)
    return s2 - 2 * np.sum(a**3) + s2**2
