"""Nothing is larger than infinity.

finding: your bound is inf
"""


def jacobian_norm_bound(n, eps):
    return float("inf") if eps > 1e-8 else 1e-4
