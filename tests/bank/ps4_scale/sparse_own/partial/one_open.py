"""The second one is open.

points: 1
finding: not-answered
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return abs(y[:, None] - y) + abs(x[:, None] - x) <= 2


def own_mask_2(h, w):
    raise NotImplementedError
