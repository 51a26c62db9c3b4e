"""Adds the exponentials one after another.

points: 2.25
finding: the T exponentials are added one after another
finding: with T growing and U fixed it grows too fast
"""

import math


def softmax_time(T, U):
    return T + math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
