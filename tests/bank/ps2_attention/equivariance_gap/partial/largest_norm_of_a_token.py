"""The largest length of a difference of two tokens.

points: 1
finding: largest-norm-or-sum
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.linalg.norm(attention(X[:, permutation]) - attention(X)[:, permutation], axis=0).max()
