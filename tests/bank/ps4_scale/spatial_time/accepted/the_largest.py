"""The largest of three."""

import math


def spatial_time(B, X, Y, J, K):
    return max(math.log(X), math.log(Y), math.log(J))
