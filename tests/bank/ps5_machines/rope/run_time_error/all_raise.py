"""Other arguments, and no dict.

finding: raised(TypeError)
"""


def rope(x):
    return x


def longest_wavelength(d):
    return d


rope_facts = ["true", "true"]
