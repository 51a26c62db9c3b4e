"""Right as far as floats go, one function only.

points: 1.5
finding: growth-right-so-far
finding: growth-stopped
"""

import math


def softmax_time(B, T, U):
    return math.log(float(T)) + math.log(float(U))


def softmax_depth(T, U):
    return None
