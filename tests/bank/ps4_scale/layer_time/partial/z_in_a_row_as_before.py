"""Sums over tokens term after term, as in the softmax before.

given: softmax_time/partial/z_in_a_row.py
points: 2.25
finding: serial-sums-of-t
"""

import math


def clog(n):
    return (int(n) - 1).bit_length()


def layer_time(B, T, J, K):
    return T + math.log(J)


def layer_depth(T, J, K, U):
    return 1 + clog(J) + 1 + clog(U) + 1 + (T - 1) + 1 + 1 + (T - 1)


def layer_depth_serial(T, J, K, U):
    return J + U + 1 + (T - 1) + 1 + 1 + (T - 1)
