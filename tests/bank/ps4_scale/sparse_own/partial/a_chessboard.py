"""Four neighbours without the patch itself: a step changes the colour; and news along the numbers.

points: 1
finding: does-not-connect
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return abs(y[:, None] - y) + abs(x[:, None] - x) == 1


def own_mask_2(h, w):
    i = np.arange(h * w)
    return abs(i[:, None] - i) <= 2
