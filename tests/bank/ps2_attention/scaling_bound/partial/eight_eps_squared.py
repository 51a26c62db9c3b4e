"""Free of n, and far from the best where eps is large.

points: 1
finding: is at most five times the largest norm: authored
"""


def jacobian_norm_bound(n, eps):
    return 8 * eps**2
