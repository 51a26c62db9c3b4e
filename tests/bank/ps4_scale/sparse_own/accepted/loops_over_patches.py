"""In loops: every third patch of the own row and column, and neighbours; a few patches of a seed."""

import random

import numpy as np


def own_mask(h, w):
    mask = [[False] * (h * w) for _ in range(h * w)]
    for y in range(h):
        for x in range(w):
            row = mask[y * w + x]
            for d in range(-max(h, w), max(h, w)):
                if abs(d) > 1 and d % 3:
                    continue
                if 0 <= y + d < h:
                    row[(y + d) * w + x] = True
                if 0 <= x + d < w:
                    row[y * w + x + d] = True
    return np.array(mask)


def own_mask_2(h, w):
    draw = random.Random(7)
    mask = np.eye(h * w, dtype=int)
    for i in range(h * w):
        mask[i, (i + 1) % (h * w)] = 1
        for j in draw.sample(range(h * w), min(6, h * w)):
            mask[i, j] = mask[j, i] = 1
    return mask
