"""The sign of the off-diagonal entries.

points: 2
finding: off-diagonal-sign
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    J = np.outer(y, y)
    np.fill_diagonal(J, y * (1 - y))
    return J
