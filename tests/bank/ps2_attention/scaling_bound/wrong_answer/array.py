"""Returns an array of n bounds.

finding: bounds every saturated softmax, and goes to 0: another-shape
"""

import numpy as np

def jacobian_norm_bound(n, eps):
    return np.full(n, eps**2)
