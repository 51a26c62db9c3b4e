"""Forgets to sum.

finding: two weights: array-shape
"""


def jacobian_norm_squared(a):
    return a**2 - 2 * a**3
