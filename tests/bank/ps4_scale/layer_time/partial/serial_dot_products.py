"""Dot products term by term.

points: 2.25
finding: serial-dot-products
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return J + U + 3 + 2 * math.ceil(math.log2(T))
