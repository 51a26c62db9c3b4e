"""Multiplies by the depth of the width.

points: 0.5
finding: times-multiplied
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y) * math.log(J)
