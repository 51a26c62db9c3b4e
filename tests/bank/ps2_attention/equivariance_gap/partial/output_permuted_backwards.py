"""Permutes the output with the inverse.

points: 1
finding: output-permuted-back
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)[:, np.argsort(permutation)]).max()
