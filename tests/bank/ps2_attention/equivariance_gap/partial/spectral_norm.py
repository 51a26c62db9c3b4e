"""The spectral norm.

points: 1
finding: spectral-norm
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return np.linalg.norm(attention(X[:, permutation]) - attention(X)[:, permutation], 2)
