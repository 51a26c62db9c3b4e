"""One pattern in both functions.

points: 1
finding: same-pattern-twice
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    diamond = abs(y[:, None] - y) + abs(x[:, None] - x) <= 2
    diamond[0] = diamond[:, 0] = True
    return diamond


def own_mask_2(h, w):
    return own_mask(h, w)
