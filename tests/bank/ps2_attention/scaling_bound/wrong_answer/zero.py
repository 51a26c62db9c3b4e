"""No bound at all.

finding: the squared norm is
"""


def jacobian_norm_bound(n, eps):
    return 0.0
