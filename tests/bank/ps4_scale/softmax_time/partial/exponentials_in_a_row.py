"""Adds the exponentials one after another, in both functions.

points: 1.75
finding: serial-exponentials
"""

import math


def softmax_time(B, T, U):
    return T + math.log(U)


def softmax_depth(T, U):
    return 1 + math.ceil(math.log2(U)) + 1 + T - 1


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
