"""Each number of a row has an angle of its own.

points: 2.75
finding: angle-for-each-number
"""


def rope(x, positions, base):
    n, d = x.shape
    theta = positions[:, None] * base ** (-np.arange(d) / d)
    turned = np.empty_like(x)
    turned[:, 0::2], turned[:, 1::2] = -x[:, 1::2], x[:, 0::2]
    return x * np.cos(theta) + turned * np.sin(theta)


def longest_wavelength(d_head, base):
    return 2 * np.pi * base ** ((d_head - 2) / d_head)


rope_facts = {"shift": "true", "cached": "true", "faster": "false", "keys_only": "false", "values": "false"}
