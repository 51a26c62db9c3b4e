"""Permutes the rows of X.

finding: plain: raised(IndexError)
finding: rows-permuted
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[permutation, :]) - attention(X)[permutation, :]).max()
