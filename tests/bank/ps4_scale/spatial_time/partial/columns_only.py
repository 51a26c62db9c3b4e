"""A softmax over y₂ alone.

points: 1
finding: here only over y₂
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(Y) + math.log(J)
