"""The smaller of two bounds."""


def jacobian_norm_bound(n, eps):
    return min((n * eps) ** 2, (2 * eps - eps * eps) ** 2)
