"""Rounds up: wrong only where both cost the same at a whole number.

points: 1.5
finding: equal-is-not-cheaper
"""


def crossover_length(d_v, r):
    return -(-(4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)))
