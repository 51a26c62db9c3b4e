"""The first patch sees all, and nobody sees it; and a knight's moves, which change the colour.

points: 1
finding: does-not-connect
"""

import numpy as np


def own_mask(h, w):
    mask = np.eye(h * w, dtype=bool)
    mask[0] = True
    return mask


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return abs(y[:, None] - y) * abs(x[:, None] - x) == 2
