"""The sum in place of the maximum.

points: 1
finding: sum
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, permutation]).sum()
