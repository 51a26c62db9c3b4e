"""Leaves the exact number of steps open.

points: 1.5
finding: growth-right
finding: not-answered
"""

import math


def softmax_time(B, T, U):
    return math.log2(T) + math.log2(U)


def softmax_depth(T, U):
    raise NotImplementedError
