"""With a permutation matrix."""

import numpy as np

def equivariance_gap(attention, X, permutation):
    n = len(permutation)
    P = np.zeros((n, n))
    P[permutation, np.arange(n)] = 1
    return float(np.max(np.abs(attention(X @ P) - attention(X) @ P)))
