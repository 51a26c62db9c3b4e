"""Rows and the first column, and its mirror image: new, but no second idea for 5.5.

finding: authored
"""

import numpy as np


def rows_and(column, h, w):
    y, x = np.divmod(np.arange(h * w), w)
    there = x == column
    return (y[:, None] == y) | (there[:, None] & there)


def own_mask(h, w):
    return rows_and(0, h, w)


def own_mask_2(h, w):
    return rows_and(w - 1, h, w)
