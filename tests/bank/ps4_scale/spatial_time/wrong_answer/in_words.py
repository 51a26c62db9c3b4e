"""The class as a text.

finding: growth-is-no-number
"""

import math


def spatial_time(B, X, Y, J, K):
    return "O(log X + log Y + log J)"
