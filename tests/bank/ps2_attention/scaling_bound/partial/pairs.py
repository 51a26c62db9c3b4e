"""The bound by pairs of weights, n² eps²: a hundred weights make it useless.

points: 1
finding: is at most five times the largest norm: authored
"""


def jacobian_norm_bound(n, eps):
    return n**2 * eps**2
