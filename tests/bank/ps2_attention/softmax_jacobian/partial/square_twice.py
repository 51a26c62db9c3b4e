"""Subtracts the square on the diagonal twice.

points: 2
finding: y_i² is subtracted twice on the diagonal
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return np.diag(y * (1 - y)) - np.outer(y, y)
