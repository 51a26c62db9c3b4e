"""Subtracts the maximum, which takes a tree and a step.

points: 2.75
finding: maximum-subtracted
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return 3 + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
