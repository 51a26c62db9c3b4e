"""The bound on the norm, n eps, not on its square.

points: 1
finding: is at most five times the largest norm: authored
"""


def jacobian_norm_bound(n, eps):
    return n * eps
