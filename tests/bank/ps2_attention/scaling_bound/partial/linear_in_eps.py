"""A bound that vanishes too slowly.

points: 1
finding: times the largest squared norm
"""


def jacobian_norm_bound(n, eps):
    return 2 * eps
