"""The largest value itself: two weights, 1 − eps and eps."""

import numpy as np

def jacobian_norm_bound(n, eps):
    a = np.array([1 - eps, eps])
    return np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2
