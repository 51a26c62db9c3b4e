"""Sums over the tokens term by term.

points: 2.25
finding: serial-sums-of-t
"""

import math


def layer_time(B, T, J, K):
    return T + math.log(J)


def layer_depth(T, J, K, U):
    return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
