"""Forgets an argument.

finding: raised(TypeError)
"""

import numpy as np


def local_mask(h, w):
    return np.eye(h * w, dtype=bool)


def axial_mask(h):
    return np.eye(h, dtype=bool)


def local_pairs(h, w):
    return h * w


def axial_pairs(h):
    return h
