"""The bound by pairs of weights, n² eps²."""


def jacobian_norm_bound(n, eps):
    return n**2 * eps**2
