"""Rounds down as before.

finding: authored(right, given your softmax_depth, rounded alike)
given: softmax_time/partial/rounded_down.py
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return 5 + math.floor(math.log2(J)) + math.floor(math.log2(U)) + 2 * math.floor(math.log2(T))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
