"""The sum of the exponentials takes no time.

points: 1.5
finding: sum-takes-no-time
finding: sum-missing
"""

import math


def softmax_time(B, T, U):
    return math.log(U)


def softmax_depth(T, U):
    return 2 + math.ceil(math.log2(U))
