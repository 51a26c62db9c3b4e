"""Gives x back, and chooses blindly.

finding: given-back
"""


def rope(x, positions, base):
    return x


def longest_wavelength(d_head, base):
    return base


rope_facts = dict.fromkeys(["shift", "cached", "faster", "keys_only", "values"], "true")
