"""Only the entries off the diagonal.

points: 1
finding: off-diagonal-only
"""

import numpy as np


def jacobian_norm_squared(a):
    return (a @ a) ** 2 - np.sum(a**4)
