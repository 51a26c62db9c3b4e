"""A global patch beside small squares; differences that are powers of two."""

import numpy as np


def places(h, w):
    return np.divmod(np.arange(h * w), w)


def own_mask(h, w):
    y, x = places(h, w)
    mask = (abs(y[:, None] - y) <= 1) & (abs(x[:, None] - x) <= 1)
    centre = h // 2 * w + w // 2
    mask[centre] = True
    mask[:, centre] = True
    return mask


def own_mask_2(h, w):
    y, x = places(h, w)
    powers = [0, 1, 2, 4, 8, 16, 32, 64]
    return np.isin(abs(y[:, None] - y), powers) & np.isin(abs(x[:, None] - x), powers)
