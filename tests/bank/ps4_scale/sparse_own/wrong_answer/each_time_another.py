"""Draws some patches anew at each call; and windows of 3 × 5.

finding: another-mask-each-time
finding: windows-that-stay
"""

import numpy as np


def own_mask(h, w):
    rng = np.random.default_rng()
    mask = np.eye(h * w, k=1, dtype=bool) | np.eye(h * w, dtype=bool)
    mask[np.arange(h * w)[:, None], rng.integers(h * w, size=(h * w, 5))] = True
    return mask | mask.T


def own_mask_2(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    window = y // 3 * w + x // 5
    return window[:, None] == window
