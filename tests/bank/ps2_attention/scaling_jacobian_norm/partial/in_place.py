"""Raises the weights to powers in place.

points: 1.5
finding: a-function: changes-argument
"""


def jacobian_norm_squared(a):
    b = a.copy()
    a *= a
    squares = a.sum()
    a *= b
    return squares - 2 * a.sum() + squares**2
