"""Takes no time.

finding: growth-not-positive
"""

import math


def softmax_time(B, T, U):
    return 0


def softmax_depth(T, U):
    return 0


def softmax_depth_serial(T, U):
    return 0
