"""The bound by pairs of weights, n² eps²: it holds, and grows with n.

points: 1
finding: yours is n^2 eps^2: it grows with n
"""


def jacobian_norm_bound(n, eps):
    return n**2 * eps**2
