"""As many steps as the side of a square of as many cells.

points: 0.5
finding: side-of-a-square
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.sqrt(X * Y) + math.log(J)
