"""A constant too small.

finding: yours is 2 eps^2
"""

def jacobian_norm_bound(n, eps):
    return 2 * eps**2
