"""Forgets the projections.

points: 0.75
finding: sums-of-j-missing
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y)
