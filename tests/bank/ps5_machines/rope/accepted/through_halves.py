"""Into halves, turned, and back."""

import numpy as np


def rope(x, positions, base):
    n, d = x.shape
    order = np.r_[0:d:2, 1:d:2]
    y = x[:, order]
    half = d // 2
    rate = base ** (-np.arange(half) / half)
    angle = np.array(positions, dtype=float).reshape(-1, 1) * rate
    c, s = np.cos(angle), np.sin(angle)
    first, second = y[:, :half], y[:, half:]
    z = np.hstack([first * c - second * s, second * c + first * s])
    result = np.empty_like(z)
    result[:, order] = z
    return result


def longest_wavelength(d_head, base):
    half = d_head // 2
    return 2 * np.pi * base ** ((half - 1) / half)


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
