"""A matrix (d, d) for each row."""

import math

import numpy as np


def turn(position, d, base):
    R = np.eye(d)
    for i in range(0, d, 2):
        c, s = (f(position * base ** (-i / d)) for f in (math.cos, math.sin))
        R[i : i + 2, i : i + 2] = [[c, -s], [s, c]]
    return R


def rope(x, positions, base):
    return np.stack([turn(p, x.shape[1], base) @ row for p, row in zip(positions, x)])


def longest_wavelength(d_head, base):
    return math.tau * base ** ((d_head - 2) / d_head)


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
