"""Bounds the norm, and forgets the square.

points: 1
finding: is at most five times the largest norm: authored
"""

def jacobian_norm_bound(n, eps):
    return 2 * eps - eps**2
