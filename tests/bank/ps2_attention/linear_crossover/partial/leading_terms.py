"""Compares leading terms only.

points: 1
finding: leading-terms
"""


def crossover_length(d_v, r):
    return -(-2 * d_v * r // (d_v + r))
