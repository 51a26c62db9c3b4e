"""Compares the largest entries.

points: 1
finding: largest-entries-compared
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return abs(attention(X[:, permutation]).max() - attention(X)[:, permutation].max())
