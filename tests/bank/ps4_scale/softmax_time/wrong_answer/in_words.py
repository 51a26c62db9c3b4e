"""Classes as texts.

finding: growth-is-no-number
"""

import math


def softmax_time(B, T, U):
    return "O(log T + log U)"


def softmax_depth(T, U):
    return "ceil(log2 T)"


def softmax_depth_serial(T, U):
    return "?"
