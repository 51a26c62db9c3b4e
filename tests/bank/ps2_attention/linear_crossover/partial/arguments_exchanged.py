"""Exchanges D_v and R, which makes no difference where they are equal.

points: 1.5
finding: D_v and R have changed places
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * d_v + r) // (2 * (r + d_v + 1)) + 1
