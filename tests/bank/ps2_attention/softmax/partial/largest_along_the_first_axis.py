"""Subtracts the largest along the first axis, which differs within a row.

points: 1
finding: largest-along-another-axis
"""

import numpy as np


def softmax(z):
    z = z - np.max(z, axis=0)
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)
