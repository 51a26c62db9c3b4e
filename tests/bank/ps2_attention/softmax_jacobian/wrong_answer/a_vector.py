"""The derivative of a logistic function, entry by entry.

finding: entry-by-entry
finding: the 25 numbers at z = (−3, 1, 100, 5, −1): array-shape
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    return y * (1 - y)
