"""The norm of 2.2 for n weights, of which two aren't 0; rounding never makes it negative."""

import numpy as np


def jacobian_norm_bound(n, eps):
    a = np.zeros(n)
    a[0], a[1] = 1 - eps, eps
    s2, s3 = np.sum(a**2), np.sum(a**3)
    return max(s2 - 2 * s3 + s2 * s2, 0.0)
