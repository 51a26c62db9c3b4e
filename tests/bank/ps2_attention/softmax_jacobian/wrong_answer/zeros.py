"""Concludes that everything is zero.

finding: constant(0)
"""

import numpy as np

def softmax_jacobian(z):
    return np.zeros((len(z), len(z)))
