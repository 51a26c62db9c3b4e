"""The class as a text.

finding: expected a number, not the str
"""

import math


def spatial_time(X, Y, J, K):
    return "O(log X + log Y + log J)"
