"""Returns an array of n bounds.

finding: the answer has shape (2,), expected ()
"""

import numpy as np

def jacobian_norm_bound(n, eps):
    return np.full(n, eps**2)
