"""Takes the vector a(1 − a) for the Jacobian.

points: 1
finding: diagonal-only
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.sum((a * (1 - a)) ** 2)
