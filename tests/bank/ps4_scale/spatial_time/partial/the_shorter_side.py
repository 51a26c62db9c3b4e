"""The shorter side of the grid.

points: 0.5
finding: sums-over-shorter-side
"""


import math


def spatial_time(B, X, Y, J, K):
    return math.log(min(X, Y)) + math.log(J)
