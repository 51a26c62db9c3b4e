"""Sums one term after another, and how many steps these take exactly: no sum of sizes by chance.

points: 1.5
finding: serial-sums-of-n
finding: serial-sums
"""


def softmax_time(B, T, U):
    return T + U


def softmax_depth(T, U):
    return T + U
