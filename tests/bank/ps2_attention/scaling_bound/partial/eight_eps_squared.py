"""Free of n, and far from the best where eps is large.

points: 1
finding: yours is 8 eps^2: 2 is 8 times the largest squared norm
"""


def jacobian_norm_bound(n, eps):
    return 8 * eps**2
