"""The scores wait for one another.

points: 2.25
finding: the scores of all tokens are there at the same time
"""

import math


def softmax_time(T, U):
    return T * math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
