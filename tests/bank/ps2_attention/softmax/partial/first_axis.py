"""Normalises along the first axis.

points: 0.5
finding: sum-along-first-axis
"""

import numpy as np

def softmax(z):
    e = np.exp(z - np.max(z, axis=0))
    return e / np.sum(e, axis=0)
