"""Takes diag(y) for the Jacobian.

finding: outer-product-missing
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    return np.diag(outputs_of(z))
