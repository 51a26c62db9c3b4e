"""Adds a_i a_j off the diagonal, not its square.

points: 1
finding: pairs-not-squared
"""


def jacobian_norm_squared(a):
    return np.sum((a * (1 - a)) ** 2) + 1 - np.sum(a**2)
