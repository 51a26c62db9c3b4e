"""Says whether there is a gap, as a number.

points: 0.25
finding: gap-or-none
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return float(not np.allclose(attention(X[:, permutation]), attention(X)[:, permutation]))
