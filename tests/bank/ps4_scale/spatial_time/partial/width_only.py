"""Forgets the cells.

points: 1
finding: sums over the cells take time too
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(J)
