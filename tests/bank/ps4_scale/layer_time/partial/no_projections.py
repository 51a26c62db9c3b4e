"""Queries and keys are there at once.

points: 2.25
finding: queries-and-keys-missing
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return 4 + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
