"""Adds the exponentials one after another.

points: 2.25
finding: serial-sum-of-t
finding: growth-differs
"""

import math


def softmax_time(B, T, U):
    return T + math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
