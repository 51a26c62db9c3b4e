"""Forgets to sum.

finding: its shape is (2,), expected ()
"""


def jacobian_norm_squared(a):
    return a**2 - 2 * a**3
