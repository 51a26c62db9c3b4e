"""Right as far as floats go, one function only.

points: 2
finding: growth-right-so-far
finding: growth-stopped
"""

import math


def softmax_time(B, T, U):
    return math.log(float(T)) + math.log(float(U))


def softmax_depth(T, U):
    return None


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
