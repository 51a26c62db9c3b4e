"""A band along the numbers, the identity, and what these count.

points: 1.5
finding: along-the-numbers
finding: authored
finding: 4 × 5 patches, r = 1: authored
"""


def local_mask(h, w, r):
    i = np.arange(h * w)
    return abs(i - i[:, None]) <= r


def axial_mask(h, w):
    return np.eye(h * w, dtype=bool)


def local_pairs(h, w, r):
    return local_mask(h, w, r).sum()


def axial_pairs(h, w):
    return h * w
