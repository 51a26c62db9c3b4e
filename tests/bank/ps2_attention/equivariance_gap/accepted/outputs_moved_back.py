"""Moves the columns of Sa[XP] back instead."""

import numpy as np

def equivariance_gap(attention, X, permutation):
    back = np.argsort(permutation)
    return np.linalg.norm((attention(np.take(X, permutation, axis=1))[:, back] - attention(X)).ravel(), np.inf)
