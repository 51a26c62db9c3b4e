"""log K is no more than log J, since K divides J."""

import math


def layer_time(B, T, J, K):
    return math.log2(T) + math.log2(J) + math.log2(K)


def layer_depth(T, J, K, U):
    return (J - 1).bit_length() + (U - 1).bit_length() + 2 * (T - 1).bit_length() + 5


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
