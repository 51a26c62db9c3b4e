"""A tree of five terms takes three steps, not two.

points: 2.5
finding: floor-log2
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return 2 + math.floor(math.log2(U)) + math.floor(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
