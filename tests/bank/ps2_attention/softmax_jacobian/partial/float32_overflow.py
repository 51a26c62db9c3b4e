"""Single precision: exp(100) is infinite, and tiny entries are lost.

points: 2
finding: float32-overflow
"""

import numpy as np

def softmax_jacobian(z):
    e = np.exp(z.astype(np.float32))
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)
