"""Adds cell by cell.

points: 0.5
finding: serial-sums-of-t
"""

import math


def spatial_time(B, X, Y, J, K):
    return X * Y + math.log(J)
