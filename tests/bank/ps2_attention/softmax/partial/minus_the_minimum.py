"""Subtracts the smallest score: what is far above it overflows.

points: 1.75
finding: overflow-above-smaller
"""

import numpy as np

def softmax(z):
    z = np.asarray(z)
    e = np.exp(z - z.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
