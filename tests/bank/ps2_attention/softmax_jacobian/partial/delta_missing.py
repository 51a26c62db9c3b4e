"""The formula of the diagonal everywhere.

points: 2
finding: off the diagonal it is −y_i y_j
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return y[:, None] * (1 - y)
