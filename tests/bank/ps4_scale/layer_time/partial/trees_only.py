"""Only the trees.

points: 2.25
finding: steps-missing
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
