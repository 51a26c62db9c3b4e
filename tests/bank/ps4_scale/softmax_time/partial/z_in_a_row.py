"""Z is formed term after term throughout.

points: 1.75
finding: serial-exponentials
"""

import math


def clog(n):
    return (int(n) - 1).bit_length()


def softmax_time(B, T, U):
    return T + math.log(U)


def softmax_depth(T, U):
    return 1 + clog(U) + 1 + (T - 1)


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1)
