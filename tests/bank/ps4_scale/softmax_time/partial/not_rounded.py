"""Logarithms as they are.

points: 2.5
finding: not-rounded-up
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return 2 + math.log2(U) + math.log2(T)


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
