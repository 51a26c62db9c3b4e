"""One head after another.

points: 0.75
finding: heads-one-after-another
"""

import math


def spatial_time(B, X, Y, J, K):
    return K * math.log(X * Y * J)
