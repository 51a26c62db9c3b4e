"""One logarithm of all, images among them.

finding: takes-sizes-alike
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(B * X * Y * J + 1)
