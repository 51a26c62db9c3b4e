"""As in released code, with the partners exchanged."""

import numpy as np


def partners(x):
    out = np.empty_like(x)
    out[..., ::2], out[..., 1::2] = -x[..., 1::2], x[..., ::2]
    return out


def rope(x, positions, base):
    frequencies = 1.0 / (base ** (np.arange(0, x.shape[1], 2) / x.shape[1]))
    angle = np.repeat(np.multiply.outer(positions, frequencies), 2, axis=1)
    return x * np.cos(angle) + partners(x) * np.sin(angle)


def longest_wavelength(d_head, base):
    frequencies = 1.0 / (base ** (np.arange(0, d_head, 2) / d_head))
    return float(2 * np.pi / frequencies.min())


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
