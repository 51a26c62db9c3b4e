"""A softmax over y₂ alone.

points: 0.75
finding: sums-over-y-only
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(Y) + math.log(J)
