"""Right as far as floats go, one function only.

points: 1.5
finding: of the right class, as far as it goes
finding: math.log takes ints of any size
"""

import math


def softmax_time(T, U):
    return math.log(float(T)) + math.log(float(U))


def softmax_depth(T, U):
    return None
