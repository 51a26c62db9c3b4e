"""The product of a vector with itself is a number, transposed or not.

points: 2
finding: number-for-outer-product
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - np.max(z))
    y = e / e.sum()
    return np.diag(y) - y @ y.T
