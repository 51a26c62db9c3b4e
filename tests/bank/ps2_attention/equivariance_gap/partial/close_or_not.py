"""Says whether there is a gap, as a number.

points: 0.25
finding: it is 0 or 1, as for whether something holds: a number is asked for
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return float(not np.allclose(attention(X[:, permutation]), attention(X)[:, permutation]))
