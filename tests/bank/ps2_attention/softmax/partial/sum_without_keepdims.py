"""Forgets keepdims=True.

points: 0.5
finding: (3,) lacks an axis: sums and maxima keep it with keepdims=True
"""

import numpy as np


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)
