"""The layer with X·Y tokens."""

import math


def spatial_time(B, X, Y, J, K):
    return math.log2(X * Y) + math.log2(J)
