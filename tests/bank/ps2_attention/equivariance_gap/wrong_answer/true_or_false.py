"""Says whether the two sides agree.

finding: plain: bool-for-number
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return bool(np.allclose(attention(X[:, permutation]), attention(X)[:, permutation]))
