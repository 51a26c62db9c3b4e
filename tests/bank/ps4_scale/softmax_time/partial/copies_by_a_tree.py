"""The query goes to the T keys by a tree of copies.

points: 2.5
finding: tree-too-many
finding: authored(right, given your depth by trees)
"""

import math


def softmax_time(B, T, U):
    return 2 * math.log2(T) + math.log2(U)


def softmax_depth(T, U):
    return (T - 1).bit_length() + 1 + (U - 1).bit_length() + 1 + (T - 1).bit_length()


def softmax_depth_serial(T, U):
    return (T - 1).bit_length() + U + 1 + (T - 1).bit_length()
