"""One head after another.

points: 1
finding: the heads work at the same time
"""

import math


def spatial_time(X, Y, J, K):
    return K * math.log(X * Y * J)
