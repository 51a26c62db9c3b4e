"""A small matrix for each pair, and einsum."""

import numpy as np


def rope(x, positions, base):
    n, d = x.shape
    theta = positions[:, None] / np.power(float(base), np.arange(0, d, 2) / d)
    R = np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])
    return np.einsum("abtp,tpb->tpa", R, x.reshape(n, d // 2, 2)).reshape(n, d)


def longest_wavelength(d_head, base):
    return (np.pi + np.pi) * np.exp((d_head - 2) / d_head * np.log(base))


rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
