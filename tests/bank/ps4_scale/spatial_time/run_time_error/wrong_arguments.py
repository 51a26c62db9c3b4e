"""Takes three sizes.

finding: raised(TypeError)
"""


def spatial_time(B, X, Y, J):
    return X * Y * J
