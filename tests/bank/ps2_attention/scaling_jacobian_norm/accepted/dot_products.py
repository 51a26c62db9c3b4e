"""Dot products in place of sums."""


def jacobian_norm_squared(a):
    aa = a @ a
    return aa - 2 * (a * a) @ a + aa**2
