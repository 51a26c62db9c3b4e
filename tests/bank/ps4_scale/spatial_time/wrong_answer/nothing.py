"""Takes no time.

finding: growth-not-positive
"""

import math


def spatial_time(B, X, Y, J, K):
    return 0
