"""Free of n, with a factor of 2 given away.

points: 1
finding: yours is 8 eps^2: a smaller constant
"""


def jacobian_norm_bound(n, eps):
    return 8 * eps**2
