"""What is read by many is copied by trees, which are as long in the serial variant.

points: 2
finding: authored(right, given the error in your depth by trees)
"""

import math


def _tree(n):
    return (n - 1).bit_length()


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def softmax(T, U):
    return _tree(T) + 1 + _tree(U) + 1 + _tree(T)


def softmax_serial(T, U):
    return _tree(T) + U + 1 + _tree(T)


def layer_depth(T, J, K, U):
    tokens = _tree(K * (2 * U + J // K))
    return tokens + 1 + _tree(J) + softmax(T, U) + _tree(T) + 1 + _tree(J // K) + 1 + _tree(T)


def layer_depth_serial(T, J, K, U):
    tokens = _tree(K * (2 * U + J // K))
    return tokens + J + softmax_serial(T, U) + _tree(T) + 1 + _tree(J // K) + 1 + _tree(T)
