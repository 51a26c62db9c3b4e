"""Concludes that everything is zero.

finding: it is zero
"""

import numpy as np

def softmax_jacobian(z):
    return np.zeros((len(z), len(z)))
