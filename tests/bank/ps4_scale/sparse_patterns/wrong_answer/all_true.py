"""Full attention, and no count.

finding: 4 × 5 patches, r = 1: array-wrong
"""

import numpy as np


def local_mask(h, w, r):
    return np.ones((h * w, h * w), dtype=bool)


def axial_mask(h, w):
    return np.ones((h * w, h * w), dtype=bool)


def local_pairs(h, w, r):
    return 0


def axial_pairs(h, w):
    return 0
