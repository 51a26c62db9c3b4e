"""Exchanges D_v and R, which makes no difference where they are equal.

points: 1
finding: dv-and-r-exchanged
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * d_v + r) // (2 * (r + d_v + 1)) + 1
