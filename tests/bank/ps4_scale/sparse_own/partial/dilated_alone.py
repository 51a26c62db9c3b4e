"""Every second patch of a square, which never connects; and a right one.

points: 1.5
finding: does-not-connect
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    dy, dx = abs(y[:, None] - y), abs(x[:, None] - x)
    return (dy % 2 == 0) & (dx % 2 == 0) & (dy <= 4) & (dx <= 4)


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    dy, dx = abs(y[:, None] - y), abs(x[:, None] - x)
    return (dy <= 1) & (dx <= 1) | (y[:, None] == 0) | (y == 0)
