"""Multiplies all three.

points: 1
finding: every factor is a tree of its own depth; depths add up
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(X) * math.log(Y) * math.log(J)
