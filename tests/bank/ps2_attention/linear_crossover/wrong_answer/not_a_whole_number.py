"""Where the costs are equal, not rounded.

finding: numbers-differ
"""


def crossover_length(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1)) + 1e-6
