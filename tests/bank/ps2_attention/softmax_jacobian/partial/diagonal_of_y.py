"""Takes diag(y) for the Jacobian.

points: 2
finding: this is diag(y): the term −y yᵀ is missing
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    return np.diag(outputs_of(z))
