"""Waits for equality, which a whole number seldom gives.

finding: not-in-time
"""


def crossover_length(d_v, r):
    n = 1
    while 4 * d_v * r + 3 * r + d_v != 2 * n * (r + d_v + 1):
        n += 1
    return n
