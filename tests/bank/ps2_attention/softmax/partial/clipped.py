"""Clips the scores where the exponentials would overflow.

points: 1.25
finding: scores-clipped
"""

import numpy as np


def softmax(z):
    e = np.exp(np.clip(z, -700, 700))
    return e / e.sum(axis=-1, keepdims=True)
