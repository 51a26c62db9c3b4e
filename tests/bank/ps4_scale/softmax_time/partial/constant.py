"""All at once.

points: 1.5
finding: with unlimited processors sums still take time
finding: it grows too slowly
"""

import math


def softmax_time(T, U):
    return 1


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
