"""A small number in the denominator, against a division by 0 that can't happen.

points: 1.5
finding: small-number-in-normaliser
"""

import numpy as np

def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + 1e-5)
