"""No maximum is subtracted: fine up to 700.

points: 3.5
finding: overflow
"""

import numpy as np

def softmax_jacobian(z):
    y = np.exp(z) / np.exp(z).sum()
    return np.diag(y) - np.outer(y, y)
