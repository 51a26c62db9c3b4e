"""Calls its own softmax_depth."""

import math


def layer_time(B, T, J, K):
    return 2 * math.log(T) + 3 * math.log(J)


def layer_depth(T, J, K, U):
    softmax_depth = lambda T, U: 2 + math.ceil(math.log2(T)) + math.ceil(math.log2(U))
    return softmax_depth(T, U) + 3 + math.ceil(math.log2(J)) + math.ceil(math.log2(T))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
