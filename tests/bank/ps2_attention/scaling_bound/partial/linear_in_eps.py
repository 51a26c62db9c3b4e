"""A bound that vanishes too slowly.

points: 1
finding: is above n² eps²
"""


def jacobian_norm_bound(n, eps):
    return 2 * eps
