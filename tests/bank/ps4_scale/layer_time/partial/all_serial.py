"""Every sum term by term.

points: 2.25
finding: serial-sums
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return J + U + 2 * T + 2
