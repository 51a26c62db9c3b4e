"""Weights as physics has them, exp(−z).

points: 1
finding: sign-reversed
"""

import numpy as np


def softmax(z):
    e = np.exp(-(z - np.min(z, axis=-1, keepdims=True)))
    return e / np.sum(e, axis=-1, keepdims=True)
