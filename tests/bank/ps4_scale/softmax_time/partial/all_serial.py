"""Every sum one term after another.

points: 1.75
finding: serial-sums-of-n
finding: serial-sums
"""

import math


def softmax_time(B, T, U):
    return T + U


def softmax_depth(T, U):
    return U + 1 + T


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
