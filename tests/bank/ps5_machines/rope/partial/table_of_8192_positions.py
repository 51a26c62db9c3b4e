"""A table of the angles of 2 · 4096 positions, indexed by them.

points: 3.5
finding: 4 rows of width 10, far on: raised(IndexError)
"""

import math

import numpy as np


def rope(x, positions, base):
    d = x.shape[-1]
    freqs = 1.0 / (base ** (np.arange(0, d, 2) / d))
    table = np.exp(1j * np.outer(np.arange(2 * 4096), freqs))
    z = (x[:, ::2] + 1j * x[:, 1::2]) * table[positions]
    return np.stack([z.real, z.imag], -1).reshape(x.shape)


def longest_wavelength(d_head, base):
    return 2 * math.pi * base ** ((d_head - 2) / d_head)


rope_facts = {"shift": "true", "cached": "true", "faster": "false", "keys_only": "false", "values": "false"}
