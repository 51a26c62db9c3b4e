"""Normalises over all entries.

points: 0.5
finding: one-sum-for-all
"""

import numpy as np

def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()
