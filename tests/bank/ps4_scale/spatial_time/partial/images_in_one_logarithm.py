"""One logarithm of all, images among them.

points: 1
finding: images-summed
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(B * X * Y * J + 1)
