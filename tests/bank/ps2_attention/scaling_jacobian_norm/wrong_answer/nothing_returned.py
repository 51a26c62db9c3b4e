"""Prints the number and returns nothing.

finding: is a `return` missing?
"""


def jacobian_norm_squared(a):
    print(a @ a)
