"""Forgets keepdims=True.

points: 0.5
finding: the rows of a matrix: raised(ValueError)
"""

import numpy as np


def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)
