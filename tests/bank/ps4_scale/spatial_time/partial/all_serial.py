"""Adds all that is summed term by term, cells and products.

points: 0.5
finding: serial-sums-of-n
"""


def spatial_time(B, X, Y, J, K):
    return X * Y + J
