"""One factor n too few, which is too small for n = 2.

finding: with n = 2, eps = 0.1
"""


def jacobian_norm_bound(n, eps):
    return n * eps**2
