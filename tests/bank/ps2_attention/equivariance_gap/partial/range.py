"""The largest difference minus the smallest.

points: 1
finding: range
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.ptp(attention(X[:, permutation]) - attention(X)[:, permutation])
