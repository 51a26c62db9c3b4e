"""Entry by entry: the diagonal of the largest weight, its row and column, and the rest."""


def jacobian_norm_bound(n, eps):
    return eps**2 + 2 * eps**2 + (eps**2 + eps**4)
