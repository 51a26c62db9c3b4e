"""Takes 1 + … + (r − 1) off at each border.

points: 3.5
finding: border-of-r-minus-1
"""

import numpy as np


def local_mask(h, w, r):
    y, x = np.divmod(np.arange(h * w), w)
    return (abs(y[:, None] - y) <= r) & (abs(x[:, None] - x) <= r)


def axial_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return (y[:, None] == y) | (x[:, None] == x)


def local_pairs(h, w, r):
    def line(n):
        return n * (2 * r + 1) - 2 * sum(range(r))

    return line(h) * line(w)


def axial_pairs(h, w):
    return h * w * (h + w - 1)
