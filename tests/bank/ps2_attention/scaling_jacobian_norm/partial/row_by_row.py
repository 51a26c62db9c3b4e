"""Goes through the matrix row by row: little memory, quadratic time.

points: 1.5
finding: forms the n × n Jacobian, at once or piece by piece
"""

import numpy as np

def jacobian_norm_squared(a):
    total = 0.0
    for i in range(len(a)):
        row = -a[i] * a
        row[i] += a[i]
        total += row @ row
    return total
