"""Each pair bounded too generously.

points: 1
finding: yours is 4 n^2 eps^2
"""


def jacobian_norm_bound(n, eps):
    return (2 * n * eps) ** 2
