"""Masks of 0 and 1 by four axes and reshape; expanded polynomials as floats."""

import numpy as np


def local_mask(h, w, r):
    mask = np.zeros((h, w, h, w), dtype=int)
    for y in range(h):
        for x in range(w):
            mask[y, x, max(y - r, 0) : y + r + 1, max(x - r, 0) : x + r + 1] = 1
    return mask.reshape(h * w, h * w)


def axial_mask(h, w):
    mask = np.zeros((h, w, h, w))
    for y in range(h):
        for x in range(w):
            mask[y, x, y, :] = mask[y, x, :, x] = 1.0
    return mask.reshape(h * w, -1)


def local_pairs(h, w, r):
    s = 2 * r + 1
    return h * w * s**2 - 2 * (h + w) * s * (r * (r + 1) / 2) + (r * (r + 1)) ** 2


def axial_pairs(h, w):
    return (h * w) * (h + w) / 1 - h * w
