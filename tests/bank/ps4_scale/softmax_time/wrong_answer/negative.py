"""A logarithm with the wrong sign.

finding: growth-not-positive
"""

import math


def softmax_time(B, T, U):
    return -math.log(T) - math.log(U)


def softmax_depth(T, U):
    return -5


def softmax_depth_serial(T, U):
    return -5
