"""A sum of three logarithms."""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X) + math.log(Y) + math.log(J)
