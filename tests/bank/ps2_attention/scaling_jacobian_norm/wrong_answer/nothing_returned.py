"""Prints the number and returns nothing.

finding: nothing-returned
"""


def jacobian_norm_squared(a):
    print(a @ a)
