"""y on the diagonal.

points: 2
finding: diagonal-without-square
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    J = -np.outer(y, y)
    np.fill_diagonal(J, y)
    return J
