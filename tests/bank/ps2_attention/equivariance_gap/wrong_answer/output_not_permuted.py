"""Compares with Sa[X], as if attention did not care about order at all.

finding: against-unpermuted-output
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention(X[:, permutation]) - attention(X)).max()
