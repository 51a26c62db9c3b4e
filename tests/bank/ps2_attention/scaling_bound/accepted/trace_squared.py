"""The square of the largest trace."""


def jacobian_norm_bound(n, eps):
    trace = 1 - (1 - eps) ** 2
    return trace**2
