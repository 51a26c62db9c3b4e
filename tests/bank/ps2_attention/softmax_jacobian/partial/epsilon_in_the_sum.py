"""Adds 1e-8 to the sum of the exponentials: no numerical differentiation, though digits are lost.

points: 3
finding: small-number-in-normaliser
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - np.max(z))
    y = e / (e.sum() + 1e-8)
    return np.diag(y) - np.outer(y, y)
