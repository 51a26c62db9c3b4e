"""Only the trees.

points: 2.25
finding: steps-missing
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return math.ceil(math.log2(U)) + math.ceil(math.log2(T))
