"""y on the diagonal.

points: 2
finding: it is y_i − y_i²
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    J = -np.outer(y, y)
    np.fill_diagonal(J, y)
    return J
