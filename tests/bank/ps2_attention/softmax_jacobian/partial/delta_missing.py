"""The formula of the diagonal everywhere.

points: 2
finding: one-minus-everywhere
"""

import numpy as np


def softmax_jacobian(z):
    e = np.exp(z - z.max())
    y = e / e.sum()
    return y[:, None] * (1 - y)
