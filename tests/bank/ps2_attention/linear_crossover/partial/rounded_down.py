"""The last length at which linear is not cheaper.

points: 1
finding: one-too-small
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1))
