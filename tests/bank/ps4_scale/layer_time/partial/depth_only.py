"""Leaves the growth open.

points: 1.5
finding: not-answered
"""

import math


def layer_time(B, T, J, K):
    raise NotImplementedError


def layer_depth(T, J, K, U):
    return 5 + sum(math.ceil(math.log2(n)) for n in (J, U, T, T))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
