"""The first number of a pair is computed from the second one as it was before it was turned.

points: 2.75
finding: second-turned-already
"""


def rope(x, positions, base):
    """x (n, d) with each pair of neighbours turned as the row's position says."""
    d = x.shape[1]
    frequency = base ** (-np.arange(0, d, 2) / d)
    angle = positions[:, None] * frequency
    a, b, cos, sin = x[:, 0::2], x[:, 1::2], np.cos(angle), np.sin(angle)
    first, second = a * cos - b * sin, a * sin + b * cos
    first = a * cos - second * sin
    out = np.empty(x.shape)
    out[:, 0::2], out[:, 1::2] = first, second
    return out


def longest_wavelength(d_head, base):
    """Positions in which the slowest pair turns once."""
    return 2 * math.pi * base ** ((d_head - 2) / d_head)


# rope_facts = {"shift": "...", "cached": "...", "faster": "...", "keys_only": "...", "values": "..."}
rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
