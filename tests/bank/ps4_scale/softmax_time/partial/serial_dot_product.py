"""Adds the products of a score one after another.

points: 1.5
finding: the U products of a score are added one after another
finding: with U growing and T fixed it grows too fast
finding: the products of a score are added one after another; here by a tree
"""

import math


def softmax_time(T, U):
    return U + math.log(T)


def softmax_depth(T, U):
    return U + 1 + math.ceil(math.log2(T))
