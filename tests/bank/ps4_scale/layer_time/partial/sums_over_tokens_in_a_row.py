"""Forms the sums over the tokens one term after another, in both functions.

points: 1.75
finding: serial-sums-over-tokens
"""

import math


def layer_time(B, T, J, K):
    return T + math.log(J)


def layer_depth(T, J, K, U):
    return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * (T - 1)


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
