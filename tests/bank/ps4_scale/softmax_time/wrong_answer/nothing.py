"""Takes no time.

finding: it has to be positive
"""

import math


def softmax_time(T, U):
    return 0


def softmax_depth(T, U):
    return 0
