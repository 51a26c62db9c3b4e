"""Concludes that everything is zero.

finding: zero
"""

import numpy as np

def softmax_jacobian(z):
    return np.zeros((len(z), len(z)))
