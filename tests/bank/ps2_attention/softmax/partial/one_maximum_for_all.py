"""Subtracts the largest score of all rows, so that a row far below underflows.

points: 1.75
finding: largest-of-all-subtracted
"""

import numpy as np

def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum(axis=-1, keepdims=True)
