"""The cross term of the square without its 2.

points: 1
finding: cross-term-without-two
"""

import numpy as np


def jacobian_norm_squared(a):
    return a @ a - np.sum(a**3) + (a @ a) ** 2
