"""The difference of the norms of diag(a) and a aᵀ.

points: 1
finding: difference-of-norms
"""


def jacobian_norm_squared(a):
    return a @ a - (a @ a) ** 2
