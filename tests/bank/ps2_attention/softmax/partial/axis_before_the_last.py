"""Sums along the axis before the last.

points: 0.5
finding: sum-along-axis-before-last
"""

import numpy as np


def softmax(z):
    axis = 0 if z.ndim == 1 else -2
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
