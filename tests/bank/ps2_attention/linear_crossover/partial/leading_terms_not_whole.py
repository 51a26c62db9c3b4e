"""The leading terms, not rounded.

points: 1
finding: these are the leading terms, and not a whole number
"""


def crossover_length(d_v, r):
    return 2 * d_v * r / (d_v + r)
