"""All pairs, and no pair.

finding: all-pairs
finding: sees-nothing
"""

import numpy as np


def own_mask(h, w):
    return np.ones((h * w, h * w), dtype=bool)


def own_mask_2(h, w):
    return np.zeros((h * w, h * w), dtype=bool)
