"""Adds along the sides.

points: 1
finding: no walk from cell to cell, and no sum term after term
"""

import math


def spatial_time(X, Y, J, K):
    return X + Y + math.log(J)
