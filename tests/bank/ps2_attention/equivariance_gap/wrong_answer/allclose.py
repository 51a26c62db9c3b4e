"""Says whether the two sides are close.

finding: true or false, where numbers are expected: how much, not whether
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.allclose(attention(X[:, permutation]), attention(X)[:, permutation])
