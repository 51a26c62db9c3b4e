"""log X times log Y.

points: 1
finding: depth log X + log Y, not the product
finding: with X and Y growing alike
"""

import math


def spatial_time(X, Y, J, K):
    return math.log(X) * math.log(Y) + math.log(J)
