"""The mean square.

points: 1
finding: mean-square
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.mean((attention(X[:, permutation]) - attention(X)[:, permutation]) ** 2)
