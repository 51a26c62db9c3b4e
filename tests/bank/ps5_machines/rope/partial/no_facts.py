"""The functions alone.

points: 3
finding: rope_facts: whole: nothing-returned
"""

import math

import numpy as np


def rope(x, positions, base):
    n, d = x.shape
    pairs = np.arange(d // 2)
    theta = np.outer(positions, base ** (-2.0 * pairs / d))
    even, odd = x[:, 0::2], x[:, 1::2]
    out = np.empty((n, d))
    out[:, 0::2] = even * np.cos(theta) - odd * np.sin(theta)
    out[:, 1::2] = even * np.sin(theta) + odd * np.cos(theta)
    return out


def longest_wavelength(d_head, base):
    slowest = d_head // 2 - 1
    frequency = base ** (-2 * slowest / d_head)
    return 2 * math.pi / frequency
