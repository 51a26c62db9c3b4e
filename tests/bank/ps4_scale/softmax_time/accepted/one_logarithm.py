"""The logarithm of a product, and bit lengths."""

import math


def softmax_time(B, T, U):
    return math.log2(T * U)


def softmax_depth(T, U):
    return 2 + (U - 1).bit_length() + (T - 1).bit_length()


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
