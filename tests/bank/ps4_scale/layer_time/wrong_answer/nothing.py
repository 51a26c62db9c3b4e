"""Takes no time.

finding: growth-not-positive
"""

import math


def layer_time(B, T, J, K):
    return 0


def layer_depth(T, J, K, U):
    return 0


def layer_depth_serial(T, J, K, U):
    return 0
