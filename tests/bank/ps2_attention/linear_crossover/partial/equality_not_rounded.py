"""Returns where the costs are equal.

points: 1
finding: not-whole
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1))
