"""The bound by pairs of weights, n² eps²: a hundred weights make it useless.

points: 1
finding: times the largest squared norm
"""


def jacobian_norm_bound(n, eps):
    return n**2 * eps**2
