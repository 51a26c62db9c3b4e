"""Returns where the costs are equal.

points: 1
finding: a length is a whole number
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1))
