"""Returns all differences.

finding: its shape is (3, 5), expected ()
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, permutation])
