"""The bound on the norm, n eps, not on its square.

points: 1
finding: is above n² eps²
"""


def jacobian_norm_bound(n, eps):
    return n * eps
