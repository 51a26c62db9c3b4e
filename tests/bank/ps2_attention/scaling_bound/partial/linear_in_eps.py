"""A bound that vanishes too slowly.

points: 0.5
finding: yours is 2 eps: it goes to 0 more slowly
"""


def jacobian_norm_bound(n, eps):
    return 2 * eps
