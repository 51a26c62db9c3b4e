"""Thinks of a square.

points: 0.25
finding: growth-differs
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * X) + math.log(J) + 1e-3 * X
