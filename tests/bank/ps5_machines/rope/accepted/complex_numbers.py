"""Pairs as complex numbers; a set for each fact."""

import numpy as np


def rope(x, positions, base):
    d = x.shape[1]
    z = x[:, ::2] + 1j * x[:, 1::2]
    z = z * np.exp(1j * np.asarray(positions)[:, None] * float(base) ** -(np.arange(0, d, 2) / d))
    return np.stack([z.real, z.imag], axis=2).reshape(x.shape)


def longest_wavelength(d_head, base):
    return 2 * np.pi * base ** (1 - 2 / d_head)


rope_facts = {"shift": {"true"}, "cached": {"true"}, "faster": {"false"}}
rope_facts["keys_only"] = rope_facts["values"] = {"False"}
