"""Bounds the norm, and forgets the square.

points: 1
finding: this bounds the norm, and its square is asked for
"""

def jacobian_norm_bound(n, eps):
    return 2 * eps - eps**2
