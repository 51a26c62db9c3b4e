"""A tenth of all pairs, at random; and diagonals, the first patch but one of which sees nothing.

finding: sees-nothing
"""

import numpy as np


def own_mask(h, w):
    return np.random.default_rng(0).random((h * w, h * w)) < 0.1


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    mask = abs(y[:, None] - y) == abs(x[:, None] - x)
    mask[1] = False
    return mask
