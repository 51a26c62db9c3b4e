"""The bound on the norm, n eps, not on its square.

points: 1
finding: times the largest squared norm
"""


def jacobian_norm_bound(n, eps):
    return n * eps
