"""Compares the largest entries.

points: 1
finding: compared entry by entry
"""

import numpy as np


def equivariance_gap(attention, X, permutation):
    return abs(attention(X[:, permutation]).max() - attention(X)[:, permutation].max())
