"""Sums one term after another, and how many steps these take exactly: no sum of sizes by chance.

points: 1.75
finding: serial-sums-of-n
finding: serial-sums
"""


def softmax_time(B, T, U):
    return T + U


def softmax_depth(T, U):
    return T + U


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
