"""The sum of the exponentials takes no time.

points: 1.5
finding: Z is a sum of T exponentials, which takes time too
finding: Z is a sum over all T keys: a tree of its own
"""

import math


def softmax_time(T, U):
    return math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U))
