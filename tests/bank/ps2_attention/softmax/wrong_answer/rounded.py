"""Rounded, since the digits looked like noise.

finding: a vector: rounded
"""

import numpy as np

def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.round(e / e.sum(axis=-1, keepdims=True), 4)
