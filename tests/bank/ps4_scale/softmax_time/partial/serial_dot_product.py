"""Adds the products of a score one after another.

points: 1.75
finding: serial-sum-of-u
finding: growth-differs
finding: serial-dot-product
"""

import math


def softmax_time(B, T, U):
    return U + math.log(T)


def softmax_depth(T, U):
    return U + 1 + math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
