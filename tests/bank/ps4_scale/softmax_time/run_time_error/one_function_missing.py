"""Only one of the two is defined.

finding: softmax_depth is not defined
"""

import math


def softmax_time(T, U):
    return math.log(T * U)
