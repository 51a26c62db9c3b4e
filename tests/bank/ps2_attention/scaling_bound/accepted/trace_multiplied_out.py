"""The square of the largest trace, multiplied out: terms of 1 cancel."""


def jacobian_norm_bound(n, eps):
    top = (1 - eps) ** 2
    return 1 - 2 * top + top**2
