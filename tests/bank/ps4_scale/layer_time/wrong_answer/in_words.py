"""Classes as texts.

finding: growth-is-no-number
"""

import math


def layer_time(B, T, J, K):
    return "log T + log J"


def layer_depth(T, J, K, U):
    return "?"


def layer_depth_serial(T, J, K, U):
    return "?"
