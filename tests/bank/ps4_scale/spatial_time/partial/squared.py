"""One softmax inside another.

points: 0.5
finding: trees-multiplied
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X * Y) ** 2 + math.log(J)
