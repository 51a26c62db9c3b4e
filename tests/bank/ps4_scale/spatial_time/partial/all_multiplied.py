"""Multiplies all three.

points: 0.5
finding: depth-of-each-factor
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X) * math.log(Y) * math.log(J)
