"""Plus for minus.

points: 2
finding: outer-product-added
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - np.max(z))
    y = e / e.sum()
    return np.diag(y) + np.outer(y, y)
