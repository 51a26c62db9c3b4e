"""A softmax over x₂ alone.

points: 1
finding: here only over x₂
finding: with Y growing and X, K and I fixed (J = K·I) it grows too slowly
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(X) + math.log(J)
