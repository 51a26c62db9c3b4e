"""Looks for the inverse by trying shuffles that never fit.

finding: not-in-time
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    rng = np.random.default_rng(0)
    while True:
        rng.shuffle(X)
