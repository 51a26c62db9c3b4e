"""The dimension-free bound in its simplest form."""


def jacobian_norm_bound(n, eps):
    return 4 * eps**2
