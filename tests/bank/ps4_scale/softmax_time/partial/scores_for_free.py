"""The scores take no time.

points: 1.5
finding: a score is a sum of U products, which takes time too
finding: with U growing and T fixed it grows too slowly
finding: a score is a sum of U products: a tree of its own
"""

import math


def softmax_time(T, U):
    return math.log(T)


def softmax_depth(T, U):
    return 1 + math.ceil(math.log2(T))
