"""The mean in place of the maximum.

points: 1
finding: mean
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, permutation]).mean()
