"""Returns all differences.

finding: plain: array-shape
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, permutation])
