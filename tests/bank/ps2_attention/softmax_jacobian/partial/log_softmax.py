"""Differentiates the logarithm of the softmax.

points: 2
finding: log-softmax
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    return np.eye(len(y)) - y
