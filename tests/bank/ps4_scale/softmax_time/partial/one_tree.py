"""One tree for both sums.

points: 2.5
finding: one-tree
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(T * U))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
