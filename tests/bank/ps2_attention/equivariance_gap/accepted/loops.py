"""Entry by entry."""

import numpy as np

def equivariance_gap(attention, X, permutation):
    moved = np.empty_like(X)
    for j, source in enumerate(permutation):
        moved[:, j] = X[:, source]
    after, before = attention(moved), attention(X)
    worst = 0.0
    for j, source in enumerate(permutation):
        for i in range(len(X)):
            worst = max(worst, abs(after[i, j] - before[i, source]))
    return worst
