"""Multiplies a by its transpose, which is a itself.

finding: raised(AxisError)
"""

import numpy as np

def jacobian_norm_squared(a):
    return np.linalg.norm(np.diag(a) - a @ a.T, axis=3) ** 2
