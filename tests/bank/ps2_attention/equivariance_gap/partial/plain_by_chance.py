"""Something else, which is 0 where there is no gap: no argument given back.

points: 0.25
finding: causal: array-wrong
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    d = attention(X[:, permutation]) - attention(X)[:, permutation]
    return np.sum(np.abs(d) ** 3)
