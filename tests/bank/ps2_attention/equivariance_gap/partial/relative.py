"""Divides by the size of the outputs.

points: 1
finding: relative
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    before = attention(X)
    gap = np.max(np.abs(attention(X[:, permutation]) - before[:, permutation]))
    return gap / np.max(np.abs(before))
