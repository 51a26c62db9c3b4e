"""Adds along the sides.

points: 1
finding: sums are formed one term after another
"""

import math


def spatial_time(X, Y, J, K):
    return X + Y + math.log(J)
