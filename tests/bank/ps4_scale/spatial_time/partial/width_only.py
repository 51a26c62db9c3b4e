"""Forgets the cells.

points: 0.25
finding: sums-take-no-time
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(J)
