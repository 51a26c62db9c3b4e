"""The sum in place of the maximum.

points: 1
finding: this is the sum, not the largest
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, permutation]).sum()
