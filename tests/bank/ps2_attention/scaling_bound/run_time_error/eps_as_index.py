"""Uses eps as an index.

finding: raised(TypeError)
"""


def jacobian_norm_bound(n, eps):
    return list(range(n))[eps]
