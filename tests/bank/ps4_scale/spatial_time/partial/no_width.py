"""Forgets the projections.

points: 1
finding: queries, keys and values are sums of J products
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(X * Y)
