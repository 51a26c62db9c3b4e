"""Computes in single precision."""

import numpy as np

def jacobian_norm_squared(a):
    a = np.asarray(a, dtype=np.float32)
    s2, s3 = np.sum(a**2), np.sum(a**3)
    return s2 - 2 * s3 + s2**2
