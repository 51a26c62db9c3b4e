"""Takes three sizes.

finding: it raised TypeError
"""


def spatial_time(X, Y, J):
    return X * Y * J
