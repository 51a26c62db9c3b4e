"""Number by number."""

import math

import numpy as np


def rope(x, positions, base):
    out = np.zeros(x.shape)
    n, d = x.shape
    for t in range(n):
        for i in range(d // 2):
            theta = int(positions[t]) * base ** (-2 * i / d)
            a, b = float(x[t, 2 * i]), float(x[t, 2 * i + 1])
            out[t, 2 * i] = a * math.cos(theta) - b * math.sin(theta)
            out[t, 2 * i + 1] = a * math.sin(theta) + b * math.cos(theta)
    return out


def longest_wavelength(d_head, base):
    longest = 0.0
    for i in range(d_head // 2):
        longest = max(longest, 2 * math.pi / base ** (-2 * i / d_head))
    return longest


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
