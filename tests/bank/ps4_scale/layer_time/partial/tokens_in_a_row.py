"""Token by token.

points: 2.25
finding: tokens-one-after-another
"""

import math


def layer_time(B, T, J, K):
    return T * math.log(J)


def layer_depth(T, J, K, U):
    return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
