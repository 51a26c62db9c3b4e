"""Adds along the sides.

points: 0.5
finding: walk-over-cells
"""

import math


def spatial_time(B, X, Y, J, K):
    return X + Y + math.log(J)
