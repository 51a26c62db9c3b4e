"""Tries powers of two only.

points: 1
finding: power-of-two
"""

def crossover_length(d_v, r):
    n = 1
    while n * (4 * d_v * r + 3 * r + d_v) >= 2 * n * n * (d_v + r + 1):
        n *= 2
    return n
