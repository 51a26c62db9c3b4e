"""Subtracts the mean: a score far above it still overflows.

points: 1.75
finding: overflow-above-smaller
"""

import numpy as np

def softmax(z):
    z = np.asarray(z)
    e = np.exp(z - z.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
