"""The scores take no time.

points: 1.75
finding: score-takes-no-time
finding: growth-differs
finding: score-sum-missing
"""

import math


def softmax_time(B, T, U):
    return math.log(T)


def softmax_depth(T, U):
    return 1 + math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
