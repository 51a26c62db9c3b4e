"""Counts operations.

finding: work-with-projections
"""

import math


def spatial_time(B, X, Y, J, K):
    return (X * Y) ** 2 * J + X * Y * J**2
