"""A softmax over x₂ alone.

points: 0.75
finding: sums-over-x-only
finding: growth-differs
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X) + math.log(J)
