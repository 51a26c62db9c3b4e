"""Every sum one term after another.

points: 1.5
finding: since your depth is misread alike
finding: sums are formed one term after another; a tree needs log n steps
finding: sums are formed one term after another; here by trees
"""

import math


def softmax_time(T, U):
    return T + U


def softmax_depth(T, U):
    return U + 1 + T
