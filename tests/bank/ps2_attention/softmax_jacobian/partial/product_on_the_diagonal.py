"""Puts −y_i y_j everywhere.

points: 2
finding: diagonal-minus-square
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    return -np.outer(y, y)
