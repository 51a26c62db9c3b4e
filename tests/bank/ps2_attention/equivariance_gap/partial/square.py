"""The largest square.

points: 1
finding: this is the largest square
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.max((attention(X[:, permutation]) - attention(X)[:, permutation]) ** 2)
