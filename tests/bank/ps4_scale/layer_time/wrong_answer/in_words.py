"""Classes as texts.

finding: expected a number, not the str
"""

import math


def layer_time(T, J, K):
    return "log T + log J"


def layer_depth(T, J, K, U):
    return "?"
