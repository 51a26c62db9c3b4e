"""Adds cell by cell.

points: 1
finding: sums over the X·Y cells are formed one term after another
"""

import math


def spatial_time(X, Y, J, K):
    return X * Y + math.log(J)
