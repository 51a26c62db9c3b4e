"""Pairs are reflected in the place of being turned.

points: 2.75
finding: reflected
"""


def rope(x, positions, base):
    n, d = x.shape
    i = np.arange(d // 2)
    theta = positions[:, None] * base ** (-2 * i / d)
    a, b = x[:, 0::2], x[:, 1::2]
    out = np.empty(x.shape)
    out[:, 0::2] = a * np.cos(theta) + b * np.sin(theta)
    out[:, 1::2] = a * np.sin(theta) - b * np.cos(theta)
    return out


def longest_wavelength(d_head, base):
    return 2 * np.pi * base ** ((d_head - 2) / d_head)


rope_facts = {"shift": "true", "cached": "true", "faster": "false", "keys_only": "false", "values": "false"}
