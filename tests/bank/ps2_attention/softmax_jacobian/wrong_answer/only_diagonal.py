"""Forgets that every output depends on every score.

finding: diagonal-only
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    return np.diag(y * (1 - y))
