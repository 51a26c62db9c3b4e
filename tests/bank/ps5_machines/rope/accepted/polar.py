"""Lengths and directions."""

import numpy as np


def rope(x, positions, base):
    d = x.shape[1]
    out = x.astype(float)
    for i in range(d // 2):
        a, b = x[:, 2 * i], x[:, 2 * i + 1]
        length, direction = np.hypot(a, b), np.arctan2(b, a)
        direction = direction + positions * base ** (-2 * i / d)
        out[:, 2 * i], out[:, 2 * i + 1] = length * np.cos(direction), length * np.sin(direction)
    return out


def longest_wavelength(d_head, base):
    return np.float64(2 * np.pi) / base ** (2 / d_head - 1)


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
