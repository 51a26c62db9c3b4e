"""Four nested loops; the pairs are counted in the masks."""

import numpy as np


def local_mask(h, w, r):
    mask = np.full((h * w, h * w), False)
    for a in range(h):
        for b in range(w):
            for c in range(max(0, a - r), min(h, a + r + 1)):
                for d in range(max(0, b - r), min(w, b + r + 1)):
                    mask[a * w + b, c * w + d] = True
    return mask


def axial_mask(h, w):
    return np.array(
        [[i // w == j // w or i % w == j % w for j in range(h * w)] for i in range(h * w)]
    )


def local_pairs(h, w, r):
    return local_mask(h, w, r).sum()


def axial_pairs(h, w):
    return int(np.count_nonzero(axial_mask(h, w)))
