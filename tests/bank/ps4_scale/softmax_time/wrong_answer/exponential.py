"""A power of two.

finding: growth-differs
finding: raised(OverflowError)
finding: growth-stopped
"""

import math


def softmax_time(B, T, U):
    return 2.0**T


def softmax_depth(T, U):
    return -1


def softmax_depth_serial(T, U):
    return 0
