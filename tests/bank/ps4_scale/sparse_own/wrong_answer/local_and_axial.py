"""The two patterns of the question before.

finding: local-pattern
finding: axial-pattern
"""

import numpy as np


def own_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return (abs(y[:, None] - y) <= 2) & (abs(x[:, None] - x) <= 2)


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return (y[:, None] == y) | (x[:, None] == x)
