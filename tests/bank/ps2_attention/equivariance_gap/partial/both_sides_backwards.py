"""Takes Pᵀ for P on both sides.

points: 1
finding: both-permuted-back
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    P = np.eye(len(permutation))[permutation]
    return np.abs(attention(X @ P) - attention(X) @ P).max()
