"""Rounds the crossing to the nearest whole number.

points: 1
finding: rounded-to-nearest
"""


def crossover_length(d_v, r):
    return round((4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1)))
