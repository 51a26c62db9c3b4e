"""Uses eps as an index.

finding: TypeError
"""


def jacobian_norm_bound(n, eps):
    return list(range(n))[eps]
