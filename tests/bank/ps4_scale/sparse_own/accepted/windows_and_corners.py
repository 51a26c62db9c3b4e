"""Windows and the same ones shifted, in one mask; windows whose corners see each other."""

import numpy as np


def windows(h, w, size, shift=0):
    y, x = np.divmod(np.arange(h * w), w)
    window = (y + shift) // size * 1000 + (x + shift) // size
    return window[:, None] == window


def own_mask(h, w):
    return windows(h, w, 4) | windows(h, w, 4, shift=2)


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    corner = (y % 4 == 0) & (x % 4 == 0)
    return windows(h, w, 4) | (corner[:, None] & corner)
