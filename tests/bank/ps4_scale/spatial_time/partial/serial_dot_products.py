"""Adds the J products of a dot product one after another.

points: 0.75
finding: serial-sums-of-j
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y) + J
