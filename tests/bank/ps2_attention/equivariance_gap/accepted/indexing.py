"""With index arrays."""

import numpy as np

def equivariance_gap(attention, X, permutation):
    left = attention(X[:, permutation])
    right = attention(X)[:, permutation]
    return np.abs(left - right).max()
