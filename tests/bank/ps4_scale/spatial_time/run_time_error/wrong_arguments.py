"""Takes three sizes.

finding: raised(TypeError)
"""


def spatial_time(X, Y, J):
    return X * Y * J
