"""Sums one term after another, and how many steps these take exactly: no sum of sizes by chance.

points: 1.5
finding: sums are formed one term after another; a tree needs log n steps
finding: sums are formed one term after another; here by trees
"""


def softmax_time(T, U):
    return T + U


def softmax_depth(T, U):
    return T + U
