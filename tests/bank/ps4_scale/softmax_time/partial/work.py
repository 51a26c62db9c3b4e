"""Counts operations.

points: 1.5
finding: takes-sizes-alike
"""

import math


def softmax_time(B, T, U):
    return T * U


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
