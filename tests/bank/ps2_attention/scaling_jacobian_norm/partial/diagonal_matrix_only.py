"""Takes diag(a) for the Jacobian.

points: 1
finding: this is the norm of diag(a) alone
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum(a**2)
