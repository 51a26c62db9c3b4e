"""Leaves the exact number of steps open.

points: 2
finding: growth-right
finding: not-answered
"""

import math


def softmax_time(B, T, U):
    return math.log2(T) + math.log2(U)


def softmax_depth(T, U):
    raise NotImplementedError


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
