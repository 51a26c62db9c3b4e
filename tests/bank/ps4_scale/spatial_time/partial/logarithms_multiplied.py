"""log X times log Y.

points: 0.5
finding: tree-of-the-product
finding: growth-differs
"""

import math


def spatial_time(B, X, Y, J, K):
    return math.log(X) * math.log(Y) + math.log(J)
