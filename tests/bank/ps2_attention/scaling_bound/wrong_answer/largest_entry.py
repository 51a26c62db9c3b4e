"""Bounds one entry of the Jacobian, not their sum.

finding: the squared norm is
"""


def jacobian_norm_bound(n, eps):
    return (eps * (1 - eps)) ** 2
