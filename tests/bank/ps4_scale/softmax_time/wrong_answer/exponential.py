"""A power of two.

finding: it grows too fast
finding: OverflowError
finding: math.log takes ints of any size
"""

import math


def softmax_time(T, U):
    return 2.0**T


def softmax_depth(T, U):
    return -1
