"""Says whether the two sides are close.

finding: plain: bool-for-number
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.allclose(attention(X[:, permutation]), attention(X)[:, permutation])
