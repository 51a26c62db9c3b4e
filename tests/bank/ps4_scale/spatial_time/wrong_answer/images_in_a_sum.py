"""A tree over the images, one over the cells, and one over the width.

finding: takes-sizes-alike
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(B) + math.log(X * Y) + math.log(J)
