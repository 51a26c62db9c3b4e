"""Slices that begin below 0, at the other end of the image.

points: 3.5
finding: slices-from-below-zero
"""
import numpy as np


def local_mask(h, w, r):
    mask = np.zeros((h, w, h, w), bool)
    for y in range(h):
        for x in range(w):
            mask[y, x, y - r : y + r + 1, x - r : x + r + 1] = True
            mask[y, x, y, x] = True
    return mask.reshape(h * w, h * w)


def axial_mask(h, w):
    y, x = np.divmod(np.arange(h * w), w)
    return (y[:, None] == y) | (x[:, None] == x)


def local_pairs(h, w, r):
    return (h * (2 * r + 1) - r * (r + 1)) * (w * (2 * r + 1) - r * (r + 1))


def axial_pairs(h, w):
    return h * w * (h + w - 1)
