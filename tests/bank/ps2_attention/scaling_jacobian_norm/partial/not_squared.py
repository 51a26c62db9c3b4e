"""Returns the norm, not its square.

points: 1
finding: norm-not-squared
"""

import numpy as np

def jacobian_norm_squared(a):
    s2 = np.sum(a**2)
    return np.sqrt(s2 - 2 * np.sum(a**3) + s2**2)
