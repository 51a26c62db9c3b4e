"""One logarithm of a product."""

import math


def layer_time(B, T, J, K):
    return math.log(T * T * J)


def layer_depth(T, J, K, U):
    return (math.ceil(math.log2(J)) + 1) + (math.ceil(math.log2(U)) + 1) + 1 + math.ceil(math.log2(T)) + 1 + (1 + math.ceil(math.log2(T)))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
