"""Adds cell by cell.

points: 1
finding: serial-sums-of-t
"""

import math


def spatial_time(B, X, Y, J, K):
    return X * Y + math.log(J)
