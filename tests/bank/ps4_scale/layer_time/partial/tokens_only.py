"""Forgets the projections.

points: 2.25
finding: sums-of-j-missing
finding: growth-differs
"""

import math


def layer_time(B, T, J, K):
    return math.log(T)


def layer_depth(T, J, K, U):
    return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
