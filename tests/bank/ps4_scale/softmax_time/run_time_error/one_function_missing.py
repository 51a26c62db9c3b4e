"""Only one of the two is defined.

finding: the answer cell: authored
"""

import math


def softmax_time(B, T, U):
    return math.log(T * U)
