"""Goes through the matrix row by row: little memory, quadratic time.

points: 1.5
finding: 250: time-grows
"""

import numpy as np

def jacobian_norm_squared(a):
    total = 0.0
    for i in range(len(a)):
        row = -a[i] * a
        row[i] += a[i]
        total += row @ row
    return total
