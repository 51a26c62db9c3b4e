"""The difference of the norms of diag(a) and a aᵀ.

points: 1
finding: a difference of two squared norms
"""


def jacobian_norm_squared(a):
    return a @ a - (a @ a) ** 2
