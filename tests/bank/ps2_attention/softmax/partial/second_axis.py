"""Normalises along axis 1, which is the last only for a matrix.

points: 1.75
finding: sum-along-axis-1
"""

import numpy as np

def softmax(z):
    axis = 0 if z.ndim == 1 else 1
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
