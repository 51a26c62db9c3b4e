"""Every second patch of the whole image: a quarter of all pairs, however large it is; and a diamond.

points: 1
finding: grows-as-all-pairs
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return ((y[:, None] - y) % 2 == 0) & ((x[:, None] - x) % 2 == 0)


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return abs(y[:, None] - y) + abs(x[:, None] - x) <= 2
