"""Rests on a depth without the step of the exponential.

finding: authored(right, given your softmax_depth)
given: softmax_time/partial/no_step_for_products.py
"""

import math


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    return 4 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
