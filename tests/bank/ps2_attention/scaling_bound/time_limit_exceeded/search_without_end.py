"""Lowers a number until it is below zero, which it never is.

finding: not-in-time
"""


def jacobian_norm_bound(n, eps):
    bound = 1.0
    while bound >= 0:
        bound /= 2
    return bound
