"""Subtracts the square on the diagonal twice.

points: 2
finding: square-subtracted-twice
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return np.diag(y * (1 - y)) - np.outer(y, y)
