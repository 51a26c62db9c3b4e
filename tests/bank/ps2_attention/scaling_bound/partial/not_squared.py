"""The bound on the norm, n eps, not on its square.

points: 0.5
finding: yours is n eps: it goes to 0 more slowly
"""


def jacobian_norm_bound(n, eps):
    return n * eps
