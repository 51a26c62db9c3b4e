"""The larger of two is as large as their sum, up to a factor."""

import math


def softmax_time(B, T, U):
    return max(math.log10(T), math.log10(U))


def softmax_depth(T, U):
    return 1 + math.ceil(math.log2(U)) + 1 + math.ceil(math.log2(T))


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
