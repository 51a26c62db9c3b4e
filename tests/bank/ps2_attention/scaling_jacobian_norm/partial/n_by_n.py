"""Forms the matrix: right, but quadratic.

points: 1
finding: 32: too-much-memory
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum((np.diag(a) - np.outer(a, a)) ** 2)
