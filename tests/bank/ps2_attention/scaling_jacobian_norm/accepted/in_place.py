"""Raises the weights to powers in place."""


def jacobian_norm_squared(a):
    b = a.copy()
    a *= a
    squares = a.sum()
    a *= b
    return squares - 2 * a.sum() + squares**2
