"""One tree for both sums.

points: 2.25
finding: one-tree
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(T * U))
