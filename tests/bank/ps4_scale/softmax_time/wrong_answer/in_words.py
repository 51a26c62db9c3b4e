"""Classes as texts.

finding: expected a number, not the str
"""

import math


def softmax_time(T, U):
    return "O(log T + log U)"


def softmax_depth(T, U):
    return "ceil(log2 T)"
