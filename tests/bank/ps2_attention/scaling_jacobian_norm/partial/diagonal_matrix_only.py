"""Takes diag(a) for the Jacobian.

points: 1
finding: norm-of-diagonal
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum(a**2)
