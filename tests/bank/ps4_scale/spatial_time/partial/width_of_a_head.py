"""Divides the width among the heads.

points: 0.75
finding: sums-of-a-head-only
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y) + math.log(J / K)
