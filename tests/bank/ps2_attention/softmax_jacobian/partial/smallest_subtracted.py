"""Subtracts the smallest score from the exponents, not the largest.

finding: scores in the thousands: array-wrong
points: 3.5
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - np.min(z))
    y = e / e.sum()
    J = -np.outer(y, y)
    for i in range(len(y)):
        J[i, i] = y[i] * (y[:i].sum() + y[i + 1 :].sum())
    return J
