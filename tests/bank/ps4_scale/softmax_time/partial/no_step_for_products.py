"""Forgets that products take a step.

points: 2.25
finding: one-step-missing
"""

import math


def softmax_time(B, T, U):
    return math.log(T) + math.log(U)


def softmax_depth(T, U):
    return math.ceil(math.log2(U)) + 1 + math.ceil(math.log2(T))
