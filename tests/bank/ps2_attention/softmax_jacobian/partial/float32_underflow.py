"""Computes in float32, where the tiny outputs are rounded or 0.

points: 2.5
finding: float32-underflow
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp((z - z.max()).astype(np.float32))
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)
