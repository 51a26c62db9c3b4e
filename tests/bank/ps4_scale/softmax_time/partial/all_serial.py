"""Every sum one term after another.

points: 1.5
finding: authored
finding: serial-sums-of-n
finding: serial-sums
"""

import math


def softmax_time(B, T, U):
    return T + U


def softmax_depth(T, U):
    return U + 1 + T
