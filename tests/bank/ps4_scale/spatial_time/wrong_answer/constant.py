"""All at once.

finding: growth-differs
"""

import math


def spatial_time(B, X, Y, J, K):
    return 1
