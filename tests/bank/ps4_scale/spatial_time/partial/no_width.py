"""Forgets the projections.

points: 1.25
finding: sums-of-j-missing
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y)
