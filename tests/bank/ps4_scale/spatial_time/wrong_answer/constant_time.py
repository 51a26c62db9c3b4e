"""A constant.

points: 0
finding: sums still take time
"""


def spatial_time(X, Y, J, K):
    return 1
