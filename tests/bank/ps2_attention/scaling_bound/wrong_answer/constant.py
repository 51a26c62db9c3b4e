"""The norm never exceeds 1: true, and useless.

finding: does not vanish
"""


def jacobian_norm_bound(n, eps):
    return 1.0
