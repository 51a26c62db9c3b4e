"""A Python set of patches for each patch, lists of lists at the end."""

import itertools

import numpy as np


def seen_by(i, h, w, r):
    y, x = divmod(i, w)
    offsets = itertools.product(range(-r, r + 1), repeat=2)
    return {(y + a) * w + x + b for a, b in offsets if y + a in range(h) and x + b in range(w)}


def local_mask(h, w, r):
    return np.array([[j in seen_by(i, h, w, r) for j in range(h * w)] for i in range(h * w)])


def axial_mask(h, w):
    places = list(itertools.product(range(h), range(w)))
    return np.array([[a == c or b == d for c, d in places] for a, b in places], dtype=bool)


def local_pairs(h, w, r):
    rows = h + 2 * sum(h - k for k in range(1, r + 1))
    columns = w + 2 * sum(w - k for k in range(1, r + 1))
    return rows * columns


def axial_pairs(h, w):
    rows = h * w**2
    columns = w * h**2
    return rows + columns - h * w
